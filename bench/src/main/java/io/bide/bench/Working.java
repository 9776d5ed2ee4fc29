package io.bide.bench;

import io.bide.Delivery;
import io.bide.bench.report.Row;
import io.bide.worker.Handler;
import io.bide.worker.Outcome;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import io.bide.worker.WorkerListener;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A worker whose handler returns at once, beside bare claims and acks: what a worker costs. In turns
 * on the same store, each draining as many messages, so that the moods of the machine hit both alike.
 */
final class Working {
  private static final int TURN_SECONDS = 2;
  private static final int PER_SECOND = 15_000;

  /** As many messages as the bare callers have under way, in all. */
  private static final int AHEAD = 9;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** What the turns of one kind have come to. */
  private static final class Sum {
    private long messages;
    private double seconds;
    private Cpu cpu = Cpu.NONE;

    void add(long more, double took, Cpu used) {
      messages += more;
      seconds += took;
      cpu = cpu.plus(used);
    }

    double rate() {
      return messages / seconds;
    }

    String cost() {
      return cpu.perMessage(messages);
    }
  }

  private Working() {}

  static List<Row> measure(Options options) {
    try (Subject subject = Subject.openEmpty(options);
        Callers callers = new Callers(options.callers(), options.threads())) {
      turns(options, subject, callers, options.warmup(), new Sum(), new Sum(), new Sum());
      Sum bare = new Sum();
      Sum worker = new Sum();
      Sum ahead = new Sum();
      turns(options, subject, callers, options.seconds(), bare, worker, ahead);
      return List.of(
          Row.of("bare claim+ack", bare.rate(), bare.cost()),
          Row.of("worker", worker.rate(), note(worker, bare)),
          Row.of(
              "worker, " + AHEAD * options.callers() + " ahead", ahead.rate(), note(ahead, bare)));
    }
  }

  private static String note(Sum worker, Sum bare) {
    return String.format(Locale.ROOT, "%.2f x bare; ", worker.rate() / bare.rate()) + worker.cost();
  }

  private static void turns(
      Options options,
      Subject subject,
      Callers callers,
      int seconds,
      Sum bare,
      Sum worker,
      Sum ahead) {
    long messages = (long) Math.min(TURN_SECONDS, seconds) * PER_SECOND;
    TopicOptions places = TopicOptions.concurrently(options.callers()).batchSize(1_000);
    while (bare.seconds < seconds) {
      Throughput.fill(subject, callers, messages);
      Callers.Result drained = callers.runToTheEnd(untilEmpty(subject, messages));
      bare.add(drained.messages(), drained.seconds(), drained.cpu());
      Throughput.fill(subject, callers, messages);
      work(places, subject, messages, worker);
      Throughput.fill(subject, callers, messages);
      work(places.prefetch(AHEAD * options.callers()), subject, messages, ahead);
    }
  }

  /** Claims and acks until all have been taken. */
  private static Callers.Work untilEmpty(Subject subject, long messages) {
    AtomicLong left = new AtomicLong(messages);
    return caller -> left.get() <= 0
        ? CompletableFuture.completedFuture(0)
        : subject.claimAndAck(Duration.ZERO).thenApply(acked -> {
          left.addAndGet(-acked);
          return acked;
        });
  }

  private static void work(TopicOptions options, Subject subject, long messages, Sum sum) {
    AtomicLong left = new AtomicLong(messages - messages % subject.batch());
    long all = left.get();
    CountDownLatch over = new CountDownLatch(1);
    Cpu before = Cpu.now();
    long start = System.nanoTime();
    Worker worker = Worker.builder(subject.queue())
        .topic(Subject.TOPIC, Handler.of(delivery -> {}), options)
        .listener(new WorkerListener() {
          @Override
          public void settled(Delivery delivery, Outcome outcome) {
            if (left.decrementAndGet() == 0) {
              over.countDown();
            }
          }
        })
        .start();
    try {
      over.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a benchmark", e);
    }
    sum.add(all, (System.nanoTime() - start) / 1e9, Cpu.now().since(before));
    boolean unused = worker.stop(PATIENCE);
  }
}
