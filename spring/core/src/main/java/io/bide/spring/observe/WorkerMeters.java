package io.bide.spring.observe;

import io.bide.BideException;
import io.bide.Delivery;
import io.bide.Topic;
import io.bide.worker.Outcome;
import io.bide.worker.WorkerListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Counts what workers do, by topic:
 *
 * <pre>
 * bide.worker.claimed         messages that were claimed
 * bide.worker.claim.failures  claims that failed
 * bide.worker.handled         how long handlers had their messages; by outcome and error too
 * bide.worker.settled         outcomes that the queue has taken note of; by outcome
 * bide.worker.unsettled       outcomes that it has not: those messages come again
 * bide.worker.returned        messages that were given back unseen
 * </pre>
 */
public final class WorkerMeters implements WorkerListener {
  private static final String PREFIX = "bide.worker.";
  private static final String TOPIC = "topic";
  private static final String OUTCOME = "outcome";

  private final MeterRegistry registry;

  public WorkerMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void claimed(Topic topic, int messages) {
    registry.counter(PREFIX + "claimed", TOPIC, topic.toString()).increment(messages);
  }

  @Override
  public void claimFailed(Topic topic, BideException error) {
    registry
        .counter(
            PREFIX + "claim.failures",
            TOPIC,
            topic.toString(),
            "code",
            error.code().name())
        .increment();
  }

  @Override
  public void handled(
      Delivery delivery, Outcome outcome, @Nullable Throwable error, Duration took) {
    Timer.builder(PREFIX + "handled")
        .tags(TOPIC, topicOf(delivery), OUTCOME, word(outcome))
        .tag("error", error == null ? "none" : error.getClass().getSimpleName())
        .register(registry)
        .record(took);
  }

  @Override
  public void settled(Delivery delivery, Outcome outcome) {
    registry
        .counter(PREFIX + "settled", TOPIC, topicOf(delivery), OUTCOME, word(outcome))
        .increment();
  }

  @Override
  public void unsettled(Delivery delivery, Outcome outcome, @Nullable BideException error) {
    registry
        .counter(PREFIX + "unsettled", TOPIC, topicOf(delivery), OUTCOME, word(outcome))
        .increment();
  }

  @Override
  public void returned(Topic topic, int messages) {
    registry.counter(PREFIX + "returned", TOPIC, topic.toString()).increment(messages);
  }

  private static String topicOf(Delivery delivery) {
    return delivery.message().topic().toString();
  }

  private static String word(Outcome outcome) {
    if (outcome instanceof Outcome.Done) {
      return "done";
    }
    if (outcome instanceof Outcome.Retry) {
      return "retry";
    }
    return outcome instanceof Outcome.Dead ? "dead" : "not-now";
  }
}
