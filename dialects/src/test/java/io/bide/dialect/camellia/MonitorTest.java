package io.bide.dialect.camellia;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Event;
import io.bide.Topic;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MonitorTest {
  private Instant now = Instant.parse("2030-01-01T00:00:30Z");
  private final Monitor monitor = new Monitor("default", () -> now);

  private void pass(Duration time) {
    now = now.plus(time);
  }

  private long sends() {
    return monitor.last().all().stream().mapToLong(counts -> counts.sends.sum()).sum();
  }

  private Event claimed(Instant at, int attempt) {
    return new Event.Claimed(Topic.of("t"), at, "a", attempt, at);
  }

  @Test
  void last_isTheMinuteBeforeThisOne() {
    monitor.sent("t");
    assertThat(sends()).isZero();
    pass(Duration.ofSeconds(29));
    assertThat(sends()).isZero();
    pass(Duration.ofSeconds(1));
    assertThat(sends()).isEqualTo(1);
    pass(Duration.ofSeconds(59));
    assertThat(sends()).isEqualTo(1);
    pass(Duration.ofSeconds(1));
    assertThat(sends()).isZero();
  }

  @Test
  void last_afterAQuietTime_isEmpty() {
    monitor.sent("t");
    pass(Duration.ofHours(1));

    assertThat(monitor.last().all()).isEmpty();
  }

  @Test
  void clock_thatIsSetBack_keepsTheWindow() {
    monitor.sent("t");
    pass(Duration.ofMinutes(1));
    monitor.sent("t");
    pass(Duration.ofMinutes(-10));
    monitor.sent("t");
    pass(Duration.ofMinutes(11));

    assertThat(sends()).isEqualTo(2);
  }

  @Test
  void event_toldLate_belongsToItsMinute() {
    Instant before = now;
    pass(Duration.ofMinutes(1));
    monitor.sent("t");

    monitor.hear(claimed(before, 1));

    assertThat(monitor.last().all())
        .singleElement()
        .satisfies(counts -> assertThat(counts.ready.sum()).isEqualTo(1));
  }

  @Test
  void claim_againAfterALeaseEnded_isATimeout() {
    monitor.hear(claimed(now, 1));
    monitor.hear(claimed(now, 2));
    monitor.hear(new Event.Settled(Topic.of("t"), now, "a", Event.Settled.Kind.RELEASE));
    monitor.hear(claimed(now, 3));
    monitor.hear(claimed(now, 4));
    pass(Duration.ofMinutes(1));

    assertThat(monitor.last().all()).singleElement().satisfies(counts -> {
      assertThat(counts.ready.sum()).isEqualTo(1);
      assertThat(counts.timeouts.sum()).isEqualTo(2);
    });
  }

  @Test
  void event_ofAnotherNamespace_isNotCounted() {
    monitor.hear(new Event.Claimed(Topic.of("other", "t"), now, "a", 1, now));
    pass(Duration.ofMinutes(1));

    assertThat(monitor.last().all()).isEmpty();
  }

  @Test
  void topics_beyondAllReason_areNotKept() {
    for (int i = 0; i < 10_100; i++) {
      monitor.sent("t" + i);
    }
    pass(Duration.ofMinutes(1));

    assertThat(monitor.last().all()).hasSize(10_000);
  }
}
