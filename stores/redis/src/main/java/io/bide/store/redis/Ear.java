package io.bide.store.redis;

import io.bide.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Hears what scripts publish, on whichever node they were called. */
final class Ear {
  private final Keys keys;
  private final Relay relay;

  Ear(Keys keys, Relay relay) {
    this.keys = keys;
    this.relay = relay;
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
    String[] parts = text.split("\n", 3);
    long micros = Long.parseLong(parts[0]);
    relay.due(
        Topic.of(parts[1], parts[2]), Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros)));
  }
}
