package io.bide.spring.observe;

import io.bide.DelayQueue;
import io.bide.ForwardingQueue;
import io.bide.Put;
import io.bide.PutResult;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose puts are observed, and whose messages carry the trace in which they were put. Everything
 * else is passed on as it is.
 */
public final class ObservedQueue extends ForwardingQueue {
  private final PutObservation puts;

  private ObservedQueue(DelayQueue queue, PutObservation puts) {
    super(queue);
    this.puts = puts;
  }

  /**
   * Observes a queue; closing it closes that one.
   *
   * @param registry where observations go; without one that listens the queue is left as it is
   */
  public static DelayQueue around(DelayQueue queue, @Nullable ObservationRegistry registry) {
    return registry == null || registry.isNoop()
        ? queue
        : new ObservedQueue(queue, new PutObservation(registry));
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> batch) {
    return batch.isEmpty() ? super.put(batch) : puts.observe(batch, super::put);
  }
}
