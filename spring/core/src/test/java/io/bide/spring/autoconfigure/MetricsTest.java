package io.bide.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DelayQueue;
import io.bide.Put;
import io.bide.Topic;
import io.bide.spring.BideListener;
import io.bide.spring.observe.ObservedQueue;
import io.bide.spring.observe.WorkerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTest {
  static class Listening {
    @BideListener(topic = "good")
    void good() {}

    @BideListener(topic = "bad")
    void bad() {
      throw new IllegalStateException("planted");
    }
  }

  @Test
  void handle_messages_areCountedByOutcome() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    StandingTime.runner()
        .withBean(MeterRegistry.class, () -> meters)
        .withBean(Listening.class)
        .run(context -> {
          DelayQueue queue = context.getBean(DelayQueue.class);
          queue.put(Put.to("good").build()).join().requireStored();
          queue.put(Put.to("bad").build()).join().requireStored();

          assertThat(meters
                  .get("bide.worker.claimed")
                  .tag("topic", "good")
                  .counter()
                  .count())
              .isEqualTo(1);
          assertThat(meters
                  .get("bide.worker.handled")
                  .tags("topic", "good", "outcome", "done")
                  .timer()
                  .count())
              .isEqualTo(1);
          assertThat(meters
                  .get("bide.worker.handled")
                  .tags("topic", "bad", "error", "IllegalStateException")
                  .timer()
                  .count())
              .isEqualTo(1);
          assertThat(meters
                  .get("bide.worker.settled")
                  .tags("topic", "bad", "outcome", "retry")
                  .counter()
                  .count())
              .isEqualTo(1);
        });
  }

  @Test
  void start_withoutARegistry_hasNoMeters() {
    StandingTime.runner().run(context -> assertThat(context).doesNotHaveBean(WorkerMeters.class));
  }

  @Test
  void handle_messages_areObservedWithTheirTrace() {
    List<String> observed = new ArrayList<>();
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        .observationHandler(new ObservationHandler<ReceiverContext<Map<String, String>>>() {
          @Override
          public boolean supportsContext(Observation.Context context) {
            return context instanceof ReceiverContext;
          }

          @Override
          public void onStop(ReceiverContext<Map<String, String>> context) {
            String trace = context.getGetter().get(context.getCarrier(), "traceparent");
            observed.add(context.getContextualName() + " " + trace + " " + context.getError());
          }
        });
    StandingTime.runner()
        .withBean(ObservationRegistry.class, () -> registry)
        .withBean(Listening.class)
        .run(context -> {
          DelayQueue queue = context.getBean(DelayQueue.class);
          Map<String, String> trace = Map.of("traceparent", "00-1-2-01");
          queue.put(Put.to("good").attributes(trace).build()).join().requireStored();
          queue.put(Put.to("bad").build()).join().requireStored();

          assertThat(observed)
              .containsExactly(
                  "good process 00-1-2-01 null",
                  "bad process null java.lang.IllegalStateException: planted");
        });
  }

  @Test
  void put_insideAnObservation_carriesItsTrace() {
    List<String> observed = new ArrayList<>();
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new Naming(observed));
    StandingTime.runner().run(context -> {
      DelayQueue queue = ObservedQueue.around(context.getBean(DelayQueue.class), registry);
      List<Put> puts = List.of(
          Put.to("one").id("a").attributes(Map.of("kind", "k")).build(),
          Put.to("one").id("b").attributes(Map.of("traceparent", "own")).build());
      Observation.createNotStarted("checkout", registry)
          .observe(() -> queue.put(puts).join());

      assertThat(attributes(queue, "a")).isEqualTo(Map.of("kind", "k", "traceparent", "checkout"));
      assertThat(attributes(queue, "b")).isEqualTo(Map.of("traceparent", "own"));
      assertThat(observed).containsExactly("one put null");
    });
  }

  private static Map<String, String> attributes(DelayQueue queue, String id) {
    return queue.peek(Topic.of("one"), id).join().orElseThrow().attributes();
  }

  @Test
  void put_thatFails_isObservedWithItsError() {
    List<String> observed = new ArrayList<>();
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new Naming(observed));
    StandingTime.runner().run(context -> {
      DelayQueue queue = context.getBean(DelayQueue.class);
      queue.close();

      assertThat(ObservedQueue.around(queue, registry).put(Put.to("one").build()))
          .isCompletedExceptionally();

      assertThat(observed).singleElement().asString().startsWith("one put io.bide.BideException");
    });
  }

  @Test
  void around_withoutAnybodyWhoListens_leavesTheQueueAsItIs() {
    StandingTime.runner().run(context -> {
      DelayQueue queue = context.getBean(DelayQueue.class);

      assertThat(ObservedQueue.around(queue, null)).isSameAs(queue);
      assertThat(ObservedQueue.around(queue, ObservationRegistry.NOOP)).isSameAs(queue);
    });
  }

  /** Names the observation around it, as a tracer would. */
  private record Naming(List<String> observed)
      implements ObservationHandler<SenderContext<Map<String, String>>> {
    @Override
    public boolean supportsContext(Observation.Context context) {
      return context instanceof SenderContext;
    }

    @Override
    public void onStart(SenderContext<Map<String, String>> context) {
      ObservationView parent = context.getParentObservation();
      if (parent != null) {
        String name = parent.getContextView().getName();
        context.getSetter().set(context.getCarrier(), "traceparent", name);
      }
    }

    @Override
    public void onStop(SenderContext<Map<String, String>> context) {
      observed.add(context.getContextualName() + " " + context.getError());
    }
  }
}
