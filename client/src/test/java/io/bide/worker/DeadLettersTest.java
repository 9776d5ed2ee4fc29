package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.State;
import io.bide.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A topic's dead letters have a handler of their own. */
class DeadLettersTest extends WorkerFixture {
  private final List<String> dead = new ArrayList<>();

  private final Handler failing = Handler.of(delivery -> {
    throw new IllegalStateException("planted");
  });

  private TopicOptions options() {
    return TopicOptions.DEFAULT.deadLetters(
        Handler.of(delivery -> dead.add(delivery.message().attributes().get("bide.id") + " "
            + delivery.message().attributes().get("bide.cause"))));
  }

  @Test
  void messageThatDies_isHandledAsADeadLetterOnce() {
    start(failing, options());
    put(Put.to(ORDERS).id("o1").maxAttempts(1));
    advance(Duration.ofMinutes(1));

    assertThat(dead).containsExactly("o1 ATTEMPTS");
    assertThat(state("o1")).isEqualTo(State.DEAD);
  }

  @Test
  void messageThatExpires_isADeadLetterToo() {
    Worker worker = start(noting(), options());
    worker.pause(ORDERS);
    put(Put.to(ORDERS).id("o1").ttl(SECOND));
    advance(Duration.ofMinutes(1));
    worker.resume(ORDERS);

    assertThat(dead).containsExactly("o1 TTL");
    assertThat(handled).isEmpty();
  }

  @Test
  void otherSettings_stayAsTheyAre() {
    TopicSettings before = TopicSettings.builder().lease(Duration.ofMinutes(9)).build();
    engine.configure(ORDERS, before).join();

    start(noting(), options());

    assertThat(engine.settings(ORDERS).join())
        .isEqualTo(before.change().deathNotices(true).build());
  }

  @Test
  void handlerOfDeadLetters_thatFails_isTriedAgain() {
    AtomicInteger tries = new AtomicInteger();
    start(failing, TopicOptions.DEFAULT.deadLetters(Handler.of(delivery -> {
      if (tries.incrementAndGet() < 20) {
        throw new IllegalStateException("planted");
      }
    })));
    put(Put.to(ORDERS).id("o1").maxAttempts(1));

    advance(Duration.ofHours(4));

    assertThat(tries).hasValue(20);
  }

  @Test
  void deathsWhileNobodyListened_areToldToTheNextWorker() {
    Worker first = start(failing, options());
    first.stop(GRACE);
    put(Put.to(ORDERS).id("o1").maxAttempts(1));
    start(failing);
    assertThat(state("o1")).isEqualTo(State.DEAD);
    assertThat(dead).isEmpty();

    start(builder().topic(MAILS, noting(), options()).topic(ORDERS, noting(), options()));

    assertThat(dead).containsExactly("o1 ATTEMPTS");
  }

  @Test
  void claims_ofTheTopic_doNotWaitForItsNoticesToBeSwitchedOn() {
    queue.claimFailures.add(ErrorCode.UNAVAILABLE);
    start(failing, options());
    put(Put.to(ORDERS).id("o1").maxAttempts(1));
    advance(SECOND);

    assertThat(dead).containsExactly("o1 ATTEMPTS");
  }
}
