package io.bide.junit;

import io.bide.DelayQueue;
import io.bide.ForwardingQueue;
import io.bide.worker.Timing;
import io.bide.worker.Workplace;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executor;

/** The queue of a test, whose workers run where the test sees them and by its clock. */
final class HostedQueue extends ForwardingQueue implements Workplace {
  private final Agenda agenda;
  private final Executor executor;
  private final Duration poll;

  HostedQueue(DelayQueue queue, Agenda agenda, Executor executor, Duration poll) {
    super(queue);
    this.agenda = agenda;
    this.executor = executor;
    this.poll = poll;
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public Duration poll() {
    return poll;
  }

  @Override
  public InstantSource clock() {
    return agenda;
  }

  @Override
  public Timing timing() {
    return new Timing() {
      @Override
      public long nanos() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, agenda.instant());
      }

      @Override
      public Runnable after(Duration delay, Runnable task) {
        return agenda.after(delay, task);
      }

      @Override
      public void close() {
        // The agenda is that of the test.
      }
    };
  }

  @Override
  public String toString() {
    return "the queue of a test, at " + agenda.instant();
  }
}
