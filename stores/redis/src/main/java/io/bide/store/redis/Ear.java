package io.bide.store.redis;

import io.bide.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Hears what scripts publish, on whichever node they were called. */
final class Ear {
  private final Keys keys;
  private final Relay relay;
  private final @Nullable InstantSource clock;

  Ear(Keys keys, Relay relay, @Nullable InstantSource clock) {
    this.keys = keys;
    this.relay = relay;
    this.clock = clock;
  }

  void listen(Link link) {
    link.subscribe(this::heard, keys.wakeUps(), keys.recordChanges());
  }

  /** Takes what was published: a change of a record, or how long and until when something is not ready. */
  void heard(byte[] channel, byte[] message) {
    String text = new String(message, StandardCharsets.UTF_8);
    if (Arrays.equals(channel, keys.recordChanges())) {
      relay.recordChanged(text);
      return;
    }
    if (text.isEmpty()) {
      // Another node tries out its rights.
      return;
    }
    String[] parts = text.split("\n", 4);
    Topic topic = Topic.of(parts[2], parts[3]);
    if (clock == null) {
      long nanos = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(parts[0]));
      relay.due(topic, Duration.ofNanos(nanos));
    } else {
      tell(topic, Instant.ofEpochMilli(Long.parseLong(parts[1])), clock);
    }
  }

  /**
   * Tells how long it is until then by the clock of a test, which may have been moved since the script ran.
   * When it is moved while the listener is told, the listener counted from another time than we did, and is
   * told again.
   */
  private void tell(Topic topic, Instant at, InstantSource movable) {
    Instant now;
    do {
      now = movable.instant();
      relay.due(topic, at.isBefore(now) ? Duration.ZERO : Duration.between(now, at));
    } while (!movable.instant().equals(now));
  }
}
