package io.bide.spring.observe;

import io.bide.Put;
import io.bide.PutResult;
import io.bide.Topic;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Observes puts: as {@code bide.put}, with the topic. What a tracer wants to travel along, such as {@code
 * traceparent}, becomes attributes of the messages, where {@link Observations} finds it again.
 */
final class PutObservation {
  private static final String NAME = "bide.put";

  private final ObservationRegistry registry;

  PutObservation(ObservationRegistry registry) {
    this.registry = registry;
  }

  /** Puts, and observes it from the call to the answer. */
  CompletableFuture<List<PutResult>> observe(
      List<Put> puts, Function<List<Put>, CompletableFuture<List<PutResult>>> putting) {
    Map<String, String> trace = new HashMap<>();
    Observation observation = start(topicOf(puts), trace);
    CompletableFuture<List<PutResult>> answer;
    try {
      answer = putting.apply(puts.stream().map(put -> with(trace, put)).toList());
    } catch (RuntimeException e) {
      observation.error(e).stop();
      throw e;
    }
    // What is given back is the queue's own: cancelling it has to reach the queue.
    var unused = answer.whenComplete((results, error) -> {
      if (error != null) {
        observation.error(error);
      }
      observation.stop();
    });
    return answer;
  }

  private Observation start(String topic, Map<String, String> trace) {
    return Observation.createNotStarted(NAME, () -> context(trace), registry)
        .contextualName(topic + " put")
        .lowCardinalityKeyValue(KeyValue.of("bide.topic", topic))
        .start();
  }

  private static SenderContext<Map<String, String>> context(Map<String, String> trace) {
    SenderContext<Map<String, String>> context =
        new SenderContext<>((carrier, key, value) -> trace.put(key, value), Kind.PRODUCER);
    context.setCarrier(trace);
    context.setRemoteServiceName("bide");
    return context;
  }

  private static String topicOf(List<Put> puts) {
    List<Topic> topics = puts.stream().map(Put::topic).distinct().limit(2).toList();
    return topics.size() == 1 ? topics.get(0).toString() : "several";
  }

  /** What the caller has given goes before what the tracer wants. */
  private static Put with(Map<String, String> trace, Put put) {
    if (trace.isEmpty()) {
      return put;
    }
    Map<String, String> all = new HashMap<>(trace);
    all.putAll(put.attributes());
    return put.withAttributes(all);
  }
}
