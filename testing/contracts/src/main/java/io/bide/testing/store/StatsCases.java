package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Due;
import io.bide.Horizon;
import io.bide.State;
import io.bide.TopicStats;
import io.bide.WhenLeased;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts by state, and how far away waiting messages are. */
abstract class StatsCases extends Cases {
  StatsCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @Test
  void stats_ofUnknownTopic_areAllZero() {
    TopicStats stats = stats();

    assertThat(stats.counts()).containsOnlyKeys(State.values());
    assertThat(stats.waiting()).containsOnlyKeys(Horizon.values());
    assertThat(stats.counts().values()).containsOnly(0L);
    assertThat(stats.waiting().values()).containsOnly(0L);
    assertThat(stats.oldestReady()).isNull();
    assertThat(stats.nextDue()).isNull();
    assertThat(stats.paused()).isFalse();
    assertThat(topics()).isEmpty();
  }

  @Test
  void stats_countEveryMessageInExactlyOneState() {
    die("dead");
    put(message("expired").ttl(SECOND));
    pass(SECOND);
    put(message());
    cancel(WhenLeased.REFUSE);
    put(message("done"));
    ack(claim());
    put(message("leased"));
    claim();
    put(message("waiting").delay(MINUTE));
    putAll("ready", "ready too");

    TopicStats stats = stats();

    for (State state : State.values()) {
      assertThat(stats.count(state)).as(state.name()).isEqualTo(state == State.READY ? 2 : 1);
    }
  }

  @Test
  void stats_followTimeWithoutAnyWrite() {
    put(message().delay(SECOND).ttl(MINUTE));
    assertThat(stats().count(State.WAITING)).isEqualTo(1);
    pass(SECOND);
    assertThat(stats().count(State.READY)).isEqualTo(1);
    claim();
    assertThat(stats().count(State.LEASED)).isEqualTo(1);
    pass(LEASE);
    assertThat(stats().count(State.READY)).isEqualTo(1);
    pass(MINUTE);
    assertThat(stats().count(State.DEAD)).isEqualTo(1);
    assertThat(stats().count(State.READY)).isZero();
  }

  @ParameterizedTest
  @EnumSource(value = Horizon.class, mode = EnumSource.Mode.EXCLUDE, names = "LATER")
  void histogram_excludesTheUpperBoundOfABucket(Horizon horizon) {
    put(message().delay(horizon.end()));
    assertThat(stats().waiting(horizon)).isZero();
    assertThat(stats().waiting().values()).containsOnlyOnce(1L);

    pass(Duration.ofMillis(1));

    assertThat(stats().waiting(horizon)).isEqualTo(1);
    assertThat(stats().waiting().values()).containsOnlyOnce(1L);
  }

  @Test
  void histogram_holdsAllWaitingMessages() {
    for (Horizon horizon : Horizon.values()) {
      put(message(horizon.name()).delay(horizon.end().minusMillis(1)));
    }
    putAll("ready");

    assertThat(stats().waiting().values()).containsOnly(1L);
  }

  @Test
  void histogram_followsReleasesAndReschedules() {
    put(message());
    release(claim(), Due.after(Duration.ofMinutes(5)));
    assertThat(stats().waiting(Horizon.MINUTES_10)).isEqualTo(1);

    reschedule(Due.after(Duration.ofHours(2)));

    assertThat(stats().waiting(Horizon.MINUTES_10)).isZero();
    assertThat(stats().waiting(Horizon.HOURS_6)).isEqualTo(1);
  }

  @Test
  void oldestReady_isSinceWhenTheOldestReadyMessageHasBeenReady() {
    Instant first = now();
    putAll("1");
    pass(SECOND);
    putAll("2");
    put(message("front").due(Due.front()));
    assertThat(stats().oldestReady()).isEqualTo(first);

    claim(onlyId("1"));

    assertThat(stats().oldestReady()).isEqualTo(now());
  }

  @Test
  void oldestReady_ofAnEndedLease_isItsEnd() {
    put(message());
    claim();
    Instant leaseEnd = in(LEASE);
    pass(LEASE.plus(SECOND));

    assertThat(stats().oldestReady()).isEqualTo(leaseEnd);
  }

  @Test
  void nextDue_isTheEarliestPositionOfAWaitingMessage() {
    put(message("1").delay(MINUTE));
    put(message("2").delay(SECOND));
    putAll("ready");

    assertThat(stats().nextDue()).isEqualTo(in(SECOND));
  }

  @Test
  void stats_areTheSameAfterARestart() {
    die("dead");
    putAll("1", "2");
    put(message("3").delay(MINUTE));
    claim(1);
    TopicStats before = stats();
    restart();

    assertThat(stats()).isEqualTo(before);
  }
}
