package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Message;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.State;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Dead letters come back to life, or are purged. */
abstract class RedriveCases extends Cases {
  RedriveCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private RedriveResult redrive(Redrive redrive) {
    return Await.value(store.redrive(redrive));
  }

  private void die(String... ids) {
    for (String id : ids) {
      die(id);
    }
  }

  @Test
  void redrive_ofOneId_bringsItBackAsNew() {
    put(message()
        .body("body")
        .attributes(Map.of("k", "v"))
        .ttl(MINUTE)
        .maxAttempts(1)
        .lease(SECOND));
    Instant created = now();
    claim();
    pass(SECOND);

    assertThat(redrive(Redrive.one(TOPIC, ID))).isEqualTo(new RedriveResult(1, List.of(), null));

    Message again = peek();
    assertThat(again.state()).isEqualTo(State.READY);
    assertThat(again.attempts()).isZero();
    assertThat(again.maxAttempts()).isEqualTo(1);
    assertThat(again.claimed()).isNull();
    assertThat(again.ended()).isNull();
    assertThat(again.cause()).isNull();
    assertThat(again.created()).isEqualTo(created);
    assertThat(again.due()).isEqualTo(now());
    assertThat(again.expiry()).isEqualTo(in(MINUTE));
    assertThat(again.attributes()).isEqualTo(Map.of("k", "v"));
    assertThat(texts(again)).containsExactly("body");
    assertThat(idsIn(State.DEAD)).isEmpty();
  }

  @Test
  void redrive_ofOneId_takesTheNewestIfItIsInThatState() {
    die();
    put(message());
    ack(claim());

    assertThat(redrive(Redrive.one(TOPIC, ID)).redriven()).isZero();
    pass(Duration.ofMinutes(5));
    assertThat(redrive(Redrive.one(TOPIC, ID)).redriven()).isEqualTo(1);
  }

  @Test
  void redrive_ofUnknownId_doesNothing() {
    assertThat(redrive(Redrive.one(TOPIC, ID))).isEqualTo(new RedriveResult(0, List.of(), null));
  }

  @Test
  void redrive_ofAll_takesThemInTheOrderOfForgetting() {
    die("1", "2", "3");

    assertThat(redrive(Redrive.all(TOPIC))).isEqualTo(new RedriveResult(3, List.of(), null));
    assertThat(ids(claim(ALL))).containsExactly("1", "2", "3");
  }

  @Test
  void redrive_withStartAndSpacing_spreadsTheDueTimes() {
    die("1", "2", "3");

    redrive(Redrive.all(TOPIC).starting(SECOND).spaced(Duration.ofNanos(333_333_333)));

    assertThat(browse(State.WAITING))
        .extracting(Message::due)
        .containsExactly(in(SECOND), in(Duration.ofMillis(1_334)), in(Duration.ofMillis(1_667)));
  }

  @Test
  void redrive_withLimit_goesOnFromTheCursor() {
    die("1", "2", "3");

    RedriveResult first = redrive(Redrive.all(TOPIC).limit(2));
    assertThat(first.redriven()).isEqualTo(2);
    assertThat(first.cursor()).isNotNull();

    RedriveResult second = redrive(Redrive.all(TOPIC).limit(2).after(first.cursor()));
    assertThat(second.redriven()).isEqualTo(1);
    assertThat(second.cursor()).isNull();
  }

  @Test
  void redrive_ofAnIdThatIsAlive_isAConflictAndStays() {
    die();
    put(message());

    assertThat(redrive(Redrive.one(TOPIC, ID))).isEqualTo(new RedriveResult(0, List.of(ID), null));
    assertThat(redrive(Redrive.all(TOPIC)).conflicts()).containsExactly(ID);
    assertThat(idsIn(State.DEAD)).containsExactly(ID);
    assertThat(peek().attempts()).isZero();
  }

  @Test
  void redrive_ofTwoOfOneId_bringsBackTheFirst() {
    die();
    die();

    assertThat(redrive(Redrive.all(TOPIC))).isEqualTo(new RedriveResult(1, List.of(ID), null));
    assertThat(idsIn(State.DEAD)).hasSize(1);
  }

  @Test
  void redrive_countsConflictsTowardsTheLimit() {
    die("1", "2");
    put(message("1"));

    RedriveResult first = redrive(Redrive.all(TOPIC).limit(1));

    assertThat(first.redriven()).isZero();
    assertThat(first.conflicts()).containsExactly("1");
    assertThat(redrive(Redrive.all(TOPIC).limit(1).after(first.cursor())).redriven())
        .isEqualTo(1);
  }

  @Test
  void redrive_ofExpiredWithoutBody_isAConflict() {
    expire();

    assertThat(redrive(Redrive.one(TOPIC, ID).state(State.EXPIRED)).conflicts())
        .containsExactly(ID);
  }

  @Test
  void redrive_ofExpired_inATopicWithNotices_bringsItBack() {
    configure(settings -> settings.deathNotices(true));
    expire();

    assertThat(redrive(Redrive.one(TOPIC, ID).state(State.EXPIRED)).redriven()).isEqualTo(1);
    assertThat(claim().message().body().asText()).isEqualTo(ID);
  }

  @Test
  void redrive_ofDead_leavesExpiredAlone() {
    expire();

    assertThat(redrive(Redrive.all(TOPIC)).redriven()).isZero();
    assertThat(redrive(Redrive.one(TOPIC, ID)).redriven()).isZero();
  }

  @Test
  void redriven_canDieAgain() {
    die();
    redrive(Redrive.one(TOPIC, ID));
    claim();
    pass(SECOND);

    assertThat(state()).isEqualTo(State.DEAD);
    assertThat(idsIn(State.DEAD)).hasSize(1);
  }

  @Test
  void purge_ofAState_removesInTheOrderOfForgetting() {
    die("1", "2", "3");
    putAll("live");

    assertThat(Await.value(store.purge(TOPIC, State.DEAD, 2))).isEqualTo(2);
    assertThat(idsIn(State.DEAD)).containsExactly("3");
    assertThat(Await.value(store.purge(TOPIC, State.DEAD, 2))).isEqualTo(1);
    assertThat(Await.value(store.purge(TOPIC, State.DEAD, 2))).isZero();
    assertThat(idsIn(State.READY)).containsExactly("live");
  }

  @Test
  void purge_ofATopic_removesEverythingButSettingsAndPause() {
    configure(settings -> settings.lease(MINUTE));
    die("1", "2");
    putAll("3", "4");
    claim(1);
    pause(true);

    assertThat(Await.value(store.purge(TOPIC))).isEqualTo(4);

    assertThat(stats().counts().values()).allMatch(count -> count == 0);
    assertThat(stats().paused()).isTrue();
    assertThat(Await.value(store.settings(TOPIC)).lease()).isEqualTo(MINUTE);
    assertThat(Await.value(store.purge(TOPIC))).isZero();
  }

  @Test
  void purge_countsNothingThatIsForgotten() {
    put(message());
    ack(claim());
    pass(Duration.ofMinutes(5));

    assertThat(Await.value(store.purge(TOPIC))).isZero();
  }

  @Test
  void purge_ofUnknownTopic_removesNothing() {
    assertThat(Await.value(store.purge(TOPIC))).isZero();
    assertThat(Await.value(store.purge(TOPIC, State.DEAD, 5))).isZero();
    assertThat(topics()).isEmpty();
  }
}
