package io.bide.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.spring.Acknowledgement;
import io.bide.spring.Attempt;
import io.bide.spring.Attribute;
import io.bide.spring.BideListener;
import io.bide.spring.work.ListenerWork;
import io.bide.testing.ManualClock;
import io.bide.worker.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;

@Timeout(240)
class ListenerTest {
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

  /** Methods of many kinds. */
  static class Listening {
    final List<Object> heard = new ArrayList<>();

    @BideListener(topic = "text")
    void text(String text, @Attempt int attempt, @Attribute("who") String who) {
      heard.add(text + " " + attempt + " " + who);
    }

    @BideListener(topic = "bytes")
    void bytes(byte[] bytes, @Attribute Map<String, String> all, Topic topic) {
      heard.add(bytes.length + " " + all + " " + topic);
    }

    @BideListener(topic = "${named:configured}", namespace = "other")
    void message(Message message) {
      heard.add(message.topic());
    }

    @BideListener(topic = "batch", batch = "2")
    List<Outcome> batch(List<String> texts) {
      heard.add(texts);
      return texts.stream()
          .map(text -> text.equals("bad") ? Outcome.dead() : Outcome.done())
          .toList();
    }

    @BideListener(topic = "digest", items = true)
    void items(List<String> items) {
      heard.add(items);
    }

    @BideListener(topic = "single")
    void single(String text) {
      heard.add(text);
    }

    @BideListener(topic = "acked")
    void acknowledged(Delivery delivery, Acknowledgement acknowledgement) {
      heard.add(acknowledgement.dead());
      heard.add(acknowledgement.done());
    }

    @BideListener(topic = "failing")
    CompletionStage<Void> failing(String text) {
      heard.add(text);
      return CompletableFuture.failedFuture(new IllegalStateException("planted"));
    }

    @BideListener(topic = "acked", deadLetters = true)
    void dead(Message notice) {
      heard.add("dead " + notice.attributes().get("bide.id"));
    }
  }

  private static ContextConsumer<AssertableApplicationContext> with(Scene scene) {
    return context -> {
      Listening listening = context.getBean(Listening.class);
      scene.play(context.getBean(DelayQueue.class), context.getBean(ManualClock.class), listening);
    };
  }

  private interface Scene {
    void play(DelayQueue queue, ManualClock clock, Listening listening);
  }

  private static void run(Scene scene) {
    StandingTime.runner().withBean(Listening.class).run(with(scene));
  }

  private static State state(DelayQueue queue, String topic, String id) {
    return queue.peek(Topic.of(topic), id).join().orElseThrow().state();
  }

  private static void put(DelayQueue queue, Put.Builder put) {
    queue.put(put.build()).join().requireStored();
  }

  @Test
  void listen_delayedText_getsItWhenDueWithAttemptAndAttribute() {
    run((queue, clock, listening) -> {
      put(
          queue,
          Put.to("text").id("a").body("hi").attributes(Map.of("who", "me")).delay(HALF_AN_HOUR));
      clock.advance(HALF_AN_HOUR.minusMillis(1));
      assertThat(listening.heard).isEmpty();

      clock.advance(Duration.ofMillis(1));

      assertThat(listening.heard).containsExactly("hi 1 me");
      assertThat(state(queue, "text", "a")).isEqualTo(State.DONE);
    });
  }

  @Test
  void listen_bytes_getsAllAttributesAndTheTopic() {
    run((queue, clock, listening) -> {
      put(queue, Put.to("bytes").body("1234").attributes(Map.of("k", "v")));

      assertThat(listening.heard).containsExactly("4 {k=v} bytes");
    });
  }

  @Test
  void listen_placeholder_isResolved() {
    run((queue, clock, listening) -> {
      put(queue, Put.to(Topic.of("other", "configured")));

      assertThat(listening.heard).containsExactly(Topic.of("other", "configured"));
    });
  }

  @Test
  void listen_batchWithOutcomes_settlesEach() {
    run((queue, clock, listening) -> {
      put(queue, Put.to("batch").id("good").body("good").delay(HALF_AN_HOUR));
      put(queue, Put.to("batch").id("bad").body("bad").delay(HALF_AN_HOUR));
      clock.advance(HALF_AN_HOUR);

      assertThat(listening.heard).containsExactly(List.of("good", "bad"));
      assertThat(state(queue, "batch", "good")).isEqualTo(State.DONE);
      assertThat(state(queue, "batch", "bad")).isEqualTo(State.DEAD);
    });
  }

  @Test
  void listen_items_getsThoseOfAMergedMessage() {
    run((queue, clock, listening) -> {
      put(queue, Put.to("digest").id("d").body("1").merge(MergeOptions.KEEP).delay(HALF_AN_HOUR));
      put(queue, Put.to("digest").id("d").body("2").merge(MergeOptions.KEEP).delay(HALF_AN_HOUR));
      clock.advance(HALF_AN_HOUR);

      assertThat(listening.heard).containsExactly(List.of("1", "2"));
    });
  }

  @Test
  void listen_singlePayloadOfAMergedMessage_failsInsteadOfDroppingItems() {
    run((queue, clock, listening) -> {
      put(queue, Put.to("single").id("d").body("1").merge(MergeOptions.KEEP).delay(HALF_AN_HOUR));
      put(queue, Put.to("single").id("d").body("2").merge(MergeOptions.KEEP).delay(HALF_AN_HOUR));
      clock.advance(HALF_AN_HOUR);

      assertThat(listening.heard).isEmpty();
      assertThat(state(queue, "single", "d")).isEqualTo(State.WAITING);
    });
  }

  @Test
  void listen_acknowledgement_decidesOnceAndDeadLettersAreHeard() {
    run((queue, clock, listening) -> {
      put(queue, Put.to("acked").id("a"));

      assertThat(listening.heard).containsExactly(true, false, "dead a");
      assertThat(state(queue, "acked", "a")).isEqualTo(State.DEAD);
    });
  }

  @Test
  void listen_failedStage_isTriedAgain() {
    run((queue, clock, listening) -> {
      put(queue, Put.to("failing").id("a").body("x"));
      assertThat(state(queue, "failing", "a")).isEqualTo(State.WAITING);

      clock.advance(Duration.ofMinutes(1));

      assertThat(listening.heard).hasSizeGreaterThan(1);
    });
  }

  @Test
  void stop_lifecycle_takesNoFurtherMessageUntilStartedAgain() {
    StandingTime.runner().withBean(Listening.class).run(context -> {
      DelayQueue queue = context.getBean(DelayQueue.class);
      ListenerWork work = context.getBean(ListenerWork.class);
      Listening listening = context.getBean(Listening.class);
      work.stop();
      put(queue, Put.to("single").body("later"));
      assertThat(listening.heard).isEmpty();

      work.start();

      assertThat(listening.heard).containsExactly("later");
    });
  }

  @Test
  void listen_lazyBeans_areMadeNevertheless() {
    StandingTime.runner()
        .withInitializer(context -> context.addBeanFactoryPostProcessor(
            new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
        .withBean(Listening.class)
        .run(context ->
            assertThat(context.getBean(ListenerWork.class).topics()).contains(Topic.of("single")));
  }
}
