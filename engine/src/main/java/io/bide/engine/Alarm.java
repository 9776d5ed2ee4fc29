package io.bide.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The alarm of a line. It is only ever moved forward: ringing too early costs one look, moving it with
 * every answer would cost more.
 *
 * <p>Guarded by the monitor of the line; only {@code ring} runs outside of it, on the timer's thread.
 */
final class Alarm {
  private final Object monitor;
  private final Time time;
  private final Duration longest;
  private final Runnable ring;
  private @Nullable Setting setting;

  /** A time it is set to; each is an object of its own, so that an old one can be told apart. */
  private static final class Setting {
    private final long at;
    private Runnable cancel = () -> {};

    private Setting(long at) {
      this.at = at;
    }
  }

  /**
   * An alarm that is not set.
   *
   * @param monitor guards it
   * @param longest whatever it is asked for, it rings after this time at the latest
   */
  Alarm(Object monitor, Time time, Duration longest, Runnable ring) {
    this.monitor = monitor;
    this.time = time;
    this.longest = longest;
    this.ring = ring;
  }

  boolean isSet() {
    return setting != null;
  }

  /** Rings after the longest time at the latest. */
  void set() {
    set(longest);
  }

  /** Rings after this time at the latest. */
  void set(Duration delay) {
    Duration in = delay.compareTo(longest) < 0 ? delay : longest;
    long at = time.nanos() + in.toNanos();
    if (setting != null && setting.at - at <= 0) {
      return;
    }
    cancel();
    Setting next = new Setting(at);
    setting = next;
    next.cancel = time.timer().after(in, () -> rung(next));
  }

  void cancel() {
    if (setting != null) {
      setting.cancel.run();
      setting = null;
    }
  }

  private void rung(Setting rung) {
    synchronized (monitor) {
      if (setting == rung) {
        setting = null;
      }
    }
    ring.run();
  }
}
