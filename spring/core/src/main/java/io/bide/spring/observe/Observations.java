package io.bide.spring.observe;

import io.bide.Topic;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Observes the handling of messages: as {@code bide.process}, with the topic. A trace that the attributes
 * of a message carry, such as {@code traceparent}, goes on here.
 */
public final class Observations {
  static final String NAME = "bide.process";

  private final ObservationRegistry registry;

  public Observations(ObservationRegistry registry) {
    this.registry = registry;
  }

  /**
   * Does some work and observes it.
   *
   * @param attributes those of the message; of a batch, none
   */
  public <T> T observe(Topic topic, Map<String, String> attributes, Callable<T> work)
      throws Exception {
    Observation observation = Observation.createNotStarted(
            NAME, () -> context(attributes), registry)
        .contextualName(topic + " process")
        .lowCardinalityKeyValue(KeyValue.of("bide.topic", topic.toString()));
    return observation.observeChecked(work::call);
  }

  private static ReceiverContext<Map<String, String>> context(Map<String, String> attributes) {
    ReceiverContext<Map<String, String>> context = new ReceiverContext<>(Map::get, Kind.CONSUMER);
    context.setCarrier(attributes);
    context.setRemoteServiceName("bide");
    return context;
  }
}
