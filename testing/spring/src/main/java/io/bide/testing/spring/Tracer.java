package io.bide.testing.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a tracer does with observations, in few words: what is sent names the observation in which it was
 * sent, and what is received is a part of it.
 */
final class Tracer implements ObservationHandler<Observation.Context> {
  static final String HEADER = "traceparent";

  private final Consumer<String> continued;

  /**
   * A tracer.
   *
   * @param continued told of every trace that goes on here
   */
  Tracer(Consumer<String> continued) {
    this.continued = continued;
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return context instanceof SenderContext || context instanceof ReceiverContext;
  }

  @Override
  public void onStart(Observation.Context context) {
    if (context instanceof SenderContext<?> sent) {
      send(sent);
    } else if (context instanceof ReceiverContext<?> received) {
      receive(received);
    }
  }

  private static <C> void send(SenderContext<C> context) {
    ObservationView parent = context.getParentObservation();
    C carrier = context.getCarrier();
    if (parent != null && carrier != null) {
      String name = String.valueOf(parent.getContextView().getName());
      context.getSetter().set(carrier, HEADER, name);
    }
  }

  private <C> void receive(ReceiverContext<C> context) {
    C carrier = context.getCarrier();
    @Nullable String trace = carrier == null ? null : context.getGetter().get(carrier, HEADER);
    if (trace != null) {
      continued.accept(trace);
    }
  }
}
