package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.Backoff;
import io.bide.BideException;
import io.bide.DeliveryMode;
import io.bide.Message;
import io.bide.Put;
import io.bide.State;
import io.bide.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of a message, by what its handler says. */
class OutcomeTest extends WorkerFixture {
  @Test
  void handler_thatReturns_acknowledges() {
    start(noting());
    put("o1");

    assertThat(handled).containsExactly("o1");
    assertThat(state("o1")).isEqualTo(State.DONE);
  }

  @Test
  void message_thatIsNotDue_isNotHandled() {
    start(noting());
    put(Put.to(ORDERS).id("o1").delay(SECOND));
    advance(SECOND.minusMillis(1));
    assertThat(handled).isEmpty();

    advance(Duration.ofMillis(1));

    assertThat(handled).containsExactly("o1");
  }

  @Test
  void handler_thatThrows_isTriedAgainByTheBackoff() {
    start(Handler.of(delivery -> {
      note(delivery);
      throw new IllegalStateException("planted");
    }));
    put(Put.to(ORDERS).id("o1").backoff(Backoff.fixed(SECOND)).maxAttempts(2));

    assertThat(handled).containsExactly("o1");
    assertThat(peek("o1").next()).isEqualTo(clock.instant().plus(SECOND));
    advance(SECOND);
    assertThat(handled).containsExactly("o1", "o1");
    assertThat(state("o1")).isEqualTo(State.DEAD);
  }

  @Test
  void handler_thatThrowsAnError_isTriedAgainToo() {
    start(Handler.of(delivery -> {
      throw new StackOverflowError("planted");
    }));
    put("o1", "o2");

    assertThat(state("o1")).isEqualTo(State.WAITING);
    assertThat(state("o2")).isEqualTo(State.WAITING);
  }

  @Test
  void retryAfter_isTriedAgainThen() {
    start(Handler.deciding(delivery -> {
      note(delivery);
      return delivery.message().attempts() == 1
          ? Outcome.retryAfter(Duration.ofMinutes(7))
          : Outcome.done();
    }));
    put("o1");

    assertThat(peek("o1").next()).isEqualTo(clock.instant().plus(Duration.ofMinutes(7)));
    advance(Duration.ofMinutes(7));
    assertThat(handled).containsExactly("o1", "o1");
    assertThat(state("o1")).isEqualTo(State.DONE);
  }

  @Test
  void notNow_givesTheAttemptBackAndPostpones() {
    start(Handler.deciding(delivery -> Outcome.notNow(Duration.ofMinutes(7))));
    put(Put.to(ORDERS).id("o1").maxAttempts(1));

    Message message = peek("o1");
    assertThat(message.state()).isEqualTo(State.WAITING);
    assertThat(message.attempts()).isZero();
    assertThat(message.next()).isEqualTo(clock.instant().plus(Duration.ofMinutes(7)));
  }

  @Test
  void retryFirst_isTriedAgainAtOnceAndBeforeOthers() {
    put("o1", "o2");
    start(
        Handler.deciding(delivery -> {
          note(delivery);
          return handled.size() == 1 ? Outcome.retryFirst() : Outcome.done();
        }),
        TopicOptions.concurrently(1));

    assertThat(handled).containsExactly("o1", "o1", "o2");
  }

  @Test
  void dead_isDeadWhateverAttemptsAreLeft() {
    start(Handler.deciding(delivery -> Outcome.dead()));
    put("o1");

    assertThat(state("o1")).isEqualTo(State.DEAD);
    assertThat(peek("o1").attempts()).isEqualTo(1);
  }

  @Test
  void negativeDelays_areRefused() {
    assertThatThrownBy(() -> Outcome.retryAfter(SECOND.negated()))
        .isInstanceOf(BideException.class)
        .hasMessageContaining("delay");
    assertThatThrownBy(() -> Outcome.notNow(SECOND.negated())).isInstanceOf(BideException.class);
  }

  @Test
  void onError_saysWhatAnExceptionMeans() {
    start(
        Handler.of(delivery -> {
          throw new IllegalArgumentException("never mind");
        }),
        TopicOptions.DEFAULT.onError(
            error -> error instanceof IllegalArgumentException ? Outcome.done() : Outcome.retry()));
    put("o1");

    assertThat(state("o1")).isEqualTo(State.DONE);
  }

  @Test
  void onError_thatFailsItself_meansRetry() {
    start(
        Handler.of(delivery -> {
          throw new IllegalArgumentException("planted");
        }),
        TopicOptions.DEFAULT.onError(error -> {
          throw new IllegalStateException("planted too");
        }));
    put("o1");

    assertThat(state("o1")).isEqualTo(State.WAITING);
    assertThat(peek("o1").attempts()).isEqualTo(1);
  }

  @Test
  void batch_hasAnOutcomeForEachMessage() {
    List<Integer> sizes = new ArrayList<>();
    put("o1", "o2", "o3", "o4");
    start(
        Handler.decidingBatch(deliveries -> {
          sizes.add(deliveries.size());
          return deliveries.stream()
              .map(delivery ->
                  delivery.message().id().equals("o2") ? Outcome.retry() : Outcome.done())
              .toList();
        }),
        TopicOptions.DEFAULT.batchSize(3));

    assertThat(sizes).containsExactly(3, 1);
    assertThat(state("o1")).isEqualTo(State.DONE);
    assertThat(state("o2")).isEqualTo(State.WAITING);
    assertThat(state("o4")).isEqualTo(State.DONE);
  }

  @Test
  void batchWork_thatReturns_acknowledgesAll() {
    put("o1", "o2");
    start(Handler.ofBatch(deliveries -> deliveries.forEach(this::note)));

    assertThat(handled).containsExactly("o1", "o2");
    assertThat(state("o2")).isEqualTo(State.DONE);
  }

  @Test
  void batch_withTooFewOutcomes_isTriedAgainAsAWhole() {
    put("o1", "o2");
    start(Handler.decidingBatch(deliveries -> List.of(Outcome.done())));

    assertThat(state("o1")).isEqualTo(State.WAITING);
    assertThat(state("o2")).isEqualTo(State.WAITING);
  }

  @Test
  void async_isSettledWhenItsStageCompletes() {
    CompletableFuture<Outcome> stage = new CompletableFuture<>();
    start(Handler.async(delivery -> stage));
    put("o1");
    assertThat(state("o1")).isEqualTo(State.LEASED);

    stage.complete(Outcome.done());

    assertThat(state("o1")).isEqualTo(State.DONE);
  }

  @Test
  void async_whoseStageFails_isTriedAgain() {
    start(Handler.async(delivery -> CompletableFuture.<Outcome>supplyAsync(
        () -> {
          throw new IllegalStateException("planted");
        },
        Runnable::run)));
    put("o1");

    assertThat(state("o1")).isEqualTo(State.WAITING);
  }

  @Test
  void async_thatThrowsOrGivesNoOutcome_isTriedAgain() {
    start(Handler.async(delivery -> {
      if (delivery.message().id().equals("o1")) {
        throw new IllegalStateException("planted");
      }
      return CompletableFuture.completedFuture(null);
    }));
    put("o1", "o2");

    assertThat(state("o1")).isEqualTo(State.WAITING);
    assertThat(state("o2")).isEqualTo(State.WAITING);
  }

  @Test
  void atMostOnce_isHandledAndNeverSettled() {
    engine
        .configure(
            ORDERS, TopicSettings.builder().delivery(DeliveryMode.AT_MOST_ONCE).build())
        .join();
    start(Handler.of(delivery -> {
      note(delivery);
      throw new IllegalStateException("planted");
    }));
    put("o1");
    advance(Duration.ofMinutes(2));

    assertThat(handled).containsExactly("o1");
    assertThat(state("o1")).isEqualTo(State.DONE);
    assertThat(queue.settles).isEmpty();
  }

  @Test
  void atMostOnce_canBePostponed() {
    engine
        .configure(
            ORDERS, TopicSettings.builder().delivery(DeliveryMode.AT_MOST_ONCE).build())
        .join();
    start(Handler.deciding(delivery -> {
      note(delivery);
      return handled.size() == 1 ? Outcome.notNow(SECOND) : Outcome.done();
    }));
    put("o1");
    assertThat(state("o1")).isEqualTo(State.WAITING);

    advance(SECOND);

    assertThat(handled).containsExactly("o1", "o1");
  }
}
