package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.ErrorCode;
import io.bide.State;
import io.bide.Topic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** A listener hears everything, and cannot disturb the work. */
class ListenerTest extends WorkerFixture {
  private final List<String> heard = new ArrayList<>();

  private final WorkerListener noting = new WorkerListener() {
    @Override
    public void claimed(Topic topic, int messages) {
      heard.add("claimed " + messages);
    }

    @Override
    public void claimFailed(Topic topic, BideException error) {
      heard.add("claim failed " + error.code());
    }

    @Override
    public void handled(Delivery delivery, Outcome outcome, Throwable error, Duration took) {
      heard.add("handled " + delivery.message().id() + " " + (error == null) + " " + took);
    }

    @Override
    public void settled(Delivery delivery, Outcome outcome) {
      heard.add("settled " + delivery.message().id());
    }

    @Override
    public void returned(Topic topic, int messages) {
      heard.add("returned " + messages);
    }
  };

  @Test
  void everything_isHeardInItsOrder() {
    queue.claimFailures.add(ErrorCode.UNAVAILABLE);
    put("o1", "o2");
    start(builder().listener(noting).topic("orders", delivery -> {
      if (delivery.message().id().equals("o2")) {
        throw new IllegalStateException("planted");
      }
      advance(Duration.ofMillis(5));
    }));
    advance(SECOND.dividedBy(2));

    assertThat(heard)
        .containsExactly(
            "claim failed UNAVAILABLE",
            "claimed 2",
            "handled o1 true PT0.005S",
            "handled o2 false PT0S",
            "settled o1",
            "settled o2");
  }

  @Test
  void whatIsGivenBack_isHeard() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    put("o1", "o2");
    Worker worker =
        start(builder().executor(tasks::add).listener(noting).topic("orders", delivery -> {}));

    worker.pause();

    assertThat(heard).containsExactly("claimed 2", "returned 2");
  }

  @Test
  void listenerThatThrows_disturbsNothing() {
    start(builder().topic(ORDERS, noting(), TopicOptions.DEFAULT).listener(new WorkerListener() {
      @Override
      public void handled(Delivery delivery, Outcome outcome, Throwable error, Duration took) {
        throw new IllegalStateException("planted");
      }
    }));
    put("o1", "o2");

    assertThat(handled).containsExactly("o1", "o2");
    assertThat(state("o2")).isEqualTo(State.DONE);
  }
}
