package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.ErrorCode;
import io.bide.State;
import io.bide.WhenLeased;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How outcomes reach the queue: together, again after failures, and said when they do not. */
class SettlingTest extends WorkerFixture {
  private final List<String> unsettled = new ArrayList<>();

  private Worker startListening(Handler handler) {
    return start(builder()
        .topic(ORDERS, handler, TopicOptions.DEFAULT)
        .listener(new WorkerListener() {
          @Override
          public void unsettled(Delivery delivery, Outcome outcome, BideException error) {
            unsettled.add(delivery.message().id() + " " + (error == null ? "stale" : error.code()));
          }
        }));
  }

  @Test
  void acknowledgements_thatComeWhileOneIsUnderWay_travelTogether() {
    put("o1", "o2", "o3", "o4");
    queue.holdSettles = true;
    start(noting(), TopicOptions.concurrently(1));
    assertThat(handled).hasSize(4);
    assertThat(queue.settles).extracting(List::size).containsExactly(1);

    queue.answerAll();

    assertThat(queue.settles).extracting(List::size).containsExactly(1, 3);
    assertThat(state("o4")).isEqualTo(State.DONE);
  }

  @Test
  void acknowledgements_ofWhatWasClaimedTogether_travelTogether() {
    put("o1", "o2", "o3", "o4");

    start(noting());

    assertThat(queue.settles).extracting(List::size).containsExactly(4);
  }

  @Test
  void acknowledgement_doesNotWaitForTheHandlerThatComesNext() {
    put("o1", "o2");
    CompletableFuture<State> whileTheSecondRuns = new CompletableFuture<>();
    ArrayDeque<Runnable> runners = new ArrayDeque<>();
    start(builder().executor(runners::add).topic("orders", delivery -> {
      note(delivery);
      if (handled.size() == 2) {
        // It holds this runner up; another one comes.
        runners.remove().run();
        whileTheSecondRuns.complete(state("o1"));
      }
    }));
    runners.remove().run();

    assertThat(whileTheSecondRuns).isCompletedWithValue(State.DONE);
  }

  @Test
  void placesAreFree_beforeTheirAcknowledgementIsAnswered() {
    put("o1", "o2", "o3");
    queue.holdSettles = true;

    start(noting(), TopicOptions.concurrently(1));

    assertThat(handled).containsExactly("o1", "o2", "o3");
  }

  @Test
  void acknowledgement_thatDidNotHappen_isToldAgain() {
    queue.settleFailures.add(ErrorCode.UNAVAILABLE);
    queue.settleFailures.add(ErrorCode.OVERLOADED);
    startListening(noting());
    put("o1");
    assertThat(state("o1")).isEqualTo(State.LEASED);

    advance(SECOND);

    assertThat(state("o1")).isEqualTo(State.DONE);
    assertThat(handled).containsExactly("o1");
    assertThat(unsettled).isEmpty();
  }

  @Test
  void outcomes_thatNobodyHeardTheAnswerOf_areToldAgainAndCountAsSettled() {
    queue.settleFailures.add(ErrorCode.UNKNOWN);
    queue.settleFailures.add(ErrorCode.UNKNOWN);
    startListening(Handler.deciding(delivery -> delivery.message().id().equals("o1")
        ? Outcome.done()
        : Outcome.retryAfter(Duration.ofMinutes(5))));
    put("o1", "o2");

    advance(SECOND);

    assertThat(state("o1")).isEqualTo(State.DONE);
    assertThat(state("o2")).isEqualTo(State.WAITING);
    assertThat(unsettled).isEmpty();
  }

  @Test
  void acknowledgement_thatIsForbidden_isGivenUpAndSaid() {
    queue.settleFailures.add(ErrorCode.FORBIDDEN);
    startListening(noting());
    put("o1");

    assertThat(unsettled).containsExactly("o1 FORBIDDEN");
    advance(LEASE);
    assertThat(handled).containsExactly("o1", "o1");
  }

  @Test
  void acknowledgement_thatNeverSucceeds_isGivenUpAfterSomeTries() {
    for (int i = 0; i < 20; i++) {
      queue.settleFailures.add(ErrorCode.UNAVAILABLE);
    }
    startListening(noting());
    put("o1");

    advance(Duration.ofMinutes(1));

    assertThat(unsettled).containsExactly("o1 UNAVAILABLE");
  }

  @Test
  void acknowledgement_ofAMessageThatWasTakenAway_isSaid() {
    CompletableFuture<Outcome> stage = new CompletableFuture<>();
    startListening(Handler.async(delivery -> stage));
    put("o1");
    engine.cancel(ORDERS, "o1", WhenLeased.VOID).join();

    stage.complete(Outcome.done());

    assertThat(unsettled).containsExactly("o1 stale");
  }

  @Test
  void postponement_thatFails_isTriedAgain() {
    queue.settleFailures.add(ErrorCode.UNAVAILABLE);
    startListening(Handler.deciding(delivery -> {
      note(delivery);
      return handled.size() == 1 ? Outcome.notNow(Duration.ofMinutes(1)) : Outcome.done();
    }));
    put("o1");
    advance(SECOND);
    assertThat(state("o1")).isEqualTo(State.WAITING);

    advance(Duration.ofMinutes(1));

    assertThat(handled).containsExactly("o1", "o1");
    assertThat(peek("o1").attempts()).isEqualTo(1);
  }
}
