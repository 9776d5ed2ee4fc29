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

  private void heard(byte[] channel, byte[] message) {
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
    relay.due(Topic.of(parts[2], parts[3]), in(Long.parseLong(parts[0]), Long.parseLong(parts[1])));
  }

  /** How long it is until then. A test may have moved its clock since the script ran. */
  private Duration in(long micros, long at) {
    if (clock == null) {
      return Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros));
    }
    Duration left = Duration.between(clock.instant(), Instant.ofEpochMilli(at));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
