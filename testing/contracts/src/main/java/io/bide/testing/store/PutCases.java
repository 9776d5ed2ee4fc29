package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Body;
import io.bide.Cause;
import io.bide.Due;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.PutResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.WhenLeased;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a put stores, and what its mode does to a live message of the same id. */
abstract class PutCases extends Cases {
  PutCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @Test
  void put_ofNewId_answersWhatWasStored() {
    PutResult result = tryPut(message().delay(SECOND));

    assertThat(result)
        .isEqualTo(new PutResult.Stored(TOPIC, ID, PutResult.How.NEW, now(), in(SECOND), 1));
  }

  @Test
  void put_ofNewId_isShownAsItWasGiven() {
    Backoff backoff = Backoff.schedule(SECOND, MINUTE);
    put(message()
        .body(Body.of(new byte[] {0, -1, 7}, "image/x"))
        .attributes(Map.of("k", "v"))
        .delay(SECOND)
        .ttl(MINUTE)
        .lease(Duration.ofSeconds(7))
        .maxAttempts(3)
        .backoff(backoff));

    Message shown = peek();
    assertThat(shown)
        .isEqualTo(Message.of(TOPIC, ID, State.WAITING)
            .items(List.of(Body.of(new byte[] {0, -1, 7}, "image/x")), 1)
            .attributes(Map.of("k", "v"))
            .created(now())
            .due(in(SECOND))
            .next(in(SECOND))
            .expiry(in(SECOND.plus(MINUTE)), MINUTE)
            .lease(Duration.ofSeconds(7))
            .backoff(backoff)
            .attempts(0, 3)
            .build());
  }

  @Test
  void put_ofEmptyBody_isHandedOutEmpty() {
    put(message().body(Body.of(new byte[0])));

    assertThat(claim().message().body().size()).isZero();
  }

  @Test
  void put_ofSameIdInOtherTopic_isAnotherMessage() {
    put(message());

    PutResult other = tryPut(Put.to(Topic.of("others")).id(ID));
    PutResult otherNamespace =
        tryPut(Put.to(Topic.of("elsewhere", TOPIC.name())).id(ID));

    assertThat(other.requireStored().how()).isEqualTo(PutResult.How.NEW);
    assertThat(otherNamespace.requireStored().how()).isEqualTo(PutResult.How.NEW);
    assertThat(claim(ALL)).hasSize(1);
  }

  @Test
  void put_ofBatch_isAnsweredInItsOrder() {
    List<PutResult> results = Await.value(store.put(List.of(
        message("1").build(),
        message("2").build(),
        message("1").build(),
        message("1").mode(PutMode.REPLACE).build())));

    assertThat(results.get(0).requireStored().id()).isEqualTo("1");
    assertThat(results.get(1).requireStored().id()).isEqualTo("2");
    assertThat(results.get(2)).isInstanceOf(PutResult.Duplicate.class);
    assertThat(results.get(3).requireStored().how()).isEqualTo(PutResult.How.REPLACED);
  }

  @Test
  void put_withReject_ofLiveId_answersTheStoredMessageAndChangesNothing() {
    put(message().body("first").delay(MINUTE));
    Message before = peek();

    PutResult result = tryPut(message().body("second"));

    assertThat(result).isEqualTo(new PutResult.Duplicate(before));
    assertThat(peek()).isEqualTo(before);
  }

  @Test
  void put_withReject_ofLeasedId_isADuplicate() {
    put(message());
    claim();

    PutResult.Duplicate result = (PutResult.Duplicate) tryPut(message());

    assertThat(result.existing().state()).isEqualTo(State.LEASED);
    assertThat(result.existing().next()).isEqualTo(in(LEASE));
  }

  @ParameterizedTest
  @EnumSource(PutMode.class)
  void put_ofEndedId_isNew(PutMode mode) {
    put(message());
    cancel(WhenLeased.REFUSE);

    assertThat(put(message().mode(mode)).how()).isEqualTo(PutResult.How.NEW);
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void put_withReplace_endsTheOldMessageAndStoresTheNew() {
    put(message().body("old").delay(MINUTE).attributes(Map.of("a", "1")));

    PutResult.Stored result = put(message().body("new").mode(PutMode.REPLACE));

    assertThat(result.how()).isEqualTo(PutResult.How.REPLACED);
    assertThat(peek().body().asText()).isEqualTo("new");
    assertThat(peek().attributes()).isEmpty();
    assertThat(peek().due()).isEqualTo(now());
    Message old = browse(State.CANCELLED).get(0);
    assertThat(old.cause()).isEqualTo(Cause.REPLACED);
    assertThat(old.ended()).isEqualTo(now());
  }

  @Test
  void put_withReplace_startsAttemptsAnew() {
    put(message());
    release(claim(), Due.now());

    put(message().mode(PutMode.REPLACE));

    assertThat(peek().attempts()).isZero();
    assertThat(peek().claimed()).isNull();
  }

  @Test
  void put_withMerge_ofNewId_isAMessageOfOneItem() {
    PutResult.Stored result = put(item("a"));

    assertThat(result.how()).isEqualTo(PutResult.How.NEW);
    assertThat(peek().merged()).isTrue();
    assertThat(texts(peek())).containsExactly("a");
  }

  @Test
  void put_withoutMerge_isNotMerged() {
    put(message());

    assertThat(peek().merged()).isFalse();
    assertThat(peek().raw()).isFalse();
  }

  @Test
  void put_ofDuplicate_makesNoTopic() {
    assertThat(topics()).isEmpty();
    put(message());
    assertThat(topics()).containsExactly(TOPIC);
  }
}
