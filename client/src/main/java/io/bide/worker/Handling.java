package io.bide.worker;

import io.bide.Delivery;
import io.bide.Topic;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the handler of a topic, and has an outcome for every message whatever the handler does. */
final class Handling {
  private static final Logger log = LoggerFactory.getLogger(Handling.class);

  private final Timing timing;
  private final WorkerListener listener;
  private final Topic topic;
  private final Handler handler;
  private final TopicOptions options;

  Handling(Means means, Topic topic, Handler handler, TopicOptions options) {
    this.timing = means.timing();
    this.listener = means.listener();
    this.topic = topic;
    this.handler = handler;
    this.options = options;
  }

  /** Whether a call is about several messages. */
  boolean isBatch() {
    return handler instanceof Handler.Batch;
  }

  /**
   * Calls the handler.
   *
   * @param then gets an outcome for each message, once, on this thread or on the one that completes
   *     the handler's stage
   */
  void handle(List<Held> call, Consumer<List<Outcome>> then) {
    long began = timing.nanos();
    if (handler instanceof Handler.Async async) {
      handle(async.decision(), call, began, then);
      return;
    }
    List<Outcome> outcomes = List.of();
    Throwable error = null;
    try {
      outcomes = decide(call);
    } catch (Throwable e) {
      error = e;
    }
    finish(call, outcomes, error, began, then);
  }

  private void handle(
      Handler.AsyncDecision decision, List<Held> call, long began, Consumer<List<Outcome>> then) {
    try {
      var unused = decision
          .handle(call.get(0).delivery())
          .whenComplete((outcome, error) -> finish(
              call,
              outcome == null ? List.of() : List.of(outcome),
              error == null ? null : Failures.unwrap(error),
              began,
              then));
    } catch (Throwable e) {
      finish(call, List.of(), e, began, then);
    }
  }

  private List<Outcome> decide(List<Held> call) throws Exception {
    if (handler instanceof Handler.One one) {
      return List.of(one.decision().handle(call.get(0).delivery()));
    }
    List<Delivery> deliveries = call.stream().map(Held::delivery).toList();
    return List.copyOf(((Handler.Batch) handler).decision().handle(deliveries));
  }

  private void finish(
      List<Held> call,
      List<Outcome> said,
      @Nullable Throwable thrown,
      long began,
      Consumer<List<Outcome>> then) {
    Throwable error = thrown == null && said.size() != call.size() ? miscount(call, said) : thrown;
    List<Outcome> outcomes = error == null ? said : failed(call, error);
    Duration took = Duration.ofNanos(timing.nanos() - began);
    for (int i = 0; i < call.size(); i++) {
      listener.handled(call.get(i).delivery(), outcomes.get(i), error, took);
    }
    then.accept(outcomes);
  }

  private static IllegalStateException miscount(List<Held> call, List<Outcome> said) {
    return new IllegalStateException("the handler of " + call.size() + " messages gave "
        + said.size() + " outcomes; give one for each, in their order");
  }

  private List<Outcome> failed(List<Held> call, Throwable error) {
    Outcome meaning = meaningOf(error);
    log.warn(
        "The handler of topic {} failed with {} ({} in all): {}",
        topic,
        call.get(0).delivery().message(),
        call.size(),
        meaning,
        error);
    return Collections.nCopies(call.size(), meaning);
  }

  private Outcome meaningOf(Throwable error) {
    try {
      return Objects.requireNonNull(options.onError().apply(error));
    } catch (RuntimeException e) {
      error.addSuppressed(e);
      return Outcome.retry();
    }
  }
}
