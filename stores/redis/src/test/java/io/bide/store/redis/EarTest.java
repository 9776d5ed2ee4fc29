package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Topic;
import io.bide.testing.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is published reaches the listener with the right time. */
class EarTest {
  private static final Keys KEYS = new Keys("ear:");

  private final ManualClock clock = new ManualClock();
  private final Relay relay = new Relay();
  private final List<Instant> told = new ArrayList<>();

  private void hear(@Nullable InstantSource time, long micros, Instant at) {
    String text = micros + "\n" + at.toEpochMilli() + "\ndefault\norders";
    new Ear(KEYS, relay, time).heard(KEYS.wakeUps(), text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void wakeUp_byTheClockOfRedis_isAsFarAwayAsTheScriptSaid() {
    relay.target = new Deaf() {
      @Override
      public void due(Topic topic, Duration in) {
        told.add(clock.instant().plus(in));
      }
    };

    hear(null, 1_500, Instant.EPOCH);

    assertThat(told).containsExactly(clock.instant().plusNanos(1_500_000));
  }

  @Test
  void wakeUp_whileATestMovesItsClock_isToldForTheRightTime() {
    Instant ready = clock.instant().plusMillis(10);
    relay.target = new Deaf() {
      @Override
      public void due(Topic topic, Duration in) {
        if (told.isEmpty()) {
          clock.advance(Duration.ofMillis(1));
        }
        told.add(clock.instant().plus(in));
      }
    };

    hear(clock, 10_000, ready);

    assertThat(told).contains(ready);
  }
}
