package io.bide.spring.work;

import io.bide.Delivery;
import io.bide.Topic;
import io.bide.spring.observe.Observations;
import io.bide.worker.Handler;
import io.bide.worker.Outcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A method of a bean as the handler of a topic. */
final class ListenerMethod {
  private static final Logger log = LoggerFactory.getLogger(ListenerMethod.class);

  private final Object bean;
  private final Method method;
  private final Signature signature;
  private final Observations observations;
  private final Topic topic;

  /**
   * A method that was checked.
   *
   * @param method as it is called at the bean, which may be a proxy
   */
  ListenerMethod(
      Object bean, Method method, Signature signature, Observations observations, Topic topic) {
    this.bean = bean;
    this.method = method;
    this.signature = signature;
    this.observations = observations;
    this.topic = topic;
  }

  Handler handler() {
    return signature.isBatch()
        ? Handler.decidingBatch(this::handle)
        : Handler.deciding(delivery -> handle(List.of(delivery)).get(0));
  }

  private List<Outcome> handle(List<Delivery> deliveries) throws Exception {
    Map<String, String> attributes =
        signature.isBatch() ? Map.of() : deliveries.get(0).message().attributes();
    return observations.observe(topic, attributes, () -> call(deliveries));
  }

  private List<Outcome> call(List<Delivery> deliveries) throws Exception {
    Decision decision = new Decision();
    Call call = new Call(deliveries, decision);
    if (!signature.acknowledges()) {
      return Results.outcomes(invoke(call), deliveries.size());
    }
    return Collections.nCopies(deliveries.size(), decide(call, decision));
  }

  private Outcome decide(Call call, Decision decision) throws Exception {
    try {
      Object result = invoke(call);
      if (result instanceof CompletionStage<?> stage) {
        Object unused = Results.await(stage);
      }
    } catch (Exception e) {
      Optional<Outcome> decided = decision.soFar();
      if (decided.isEmpty()) {
        throw e;
      }
      log.warn("{} threw after it had decided {}, which stays", method, decided.get(), e);
    }
    return decision.await();
  }

  private @Nullable Object invoke(Call call) throws Exception {
    try {
      return method.invoke(bean, signature.values(call));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }
}
