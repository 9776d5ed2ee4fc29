package io.bide.tasks;

import io.bide.Message;
import io.bide.PutResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import io.bide.worker.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * A queue in memory whose clock stands still, and tasks that are done on the thread that makes
 * something happen: when a call returns, what it caused has happened.
 */
@Timeout(240)
abstract class TasksFixture {
  static final Duration SECOND = Duration.ofSeconds(1);
  static final Duration MINUTE = Duration.ofMinutes(1);
  static final Duration LEASE = Duration.ofSeconds(30);

  final ManualClock clock = new ManualClock();
  final Engine engine = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
  final List<String> done = new ArrayList<>();
  private final List<Tasks> started = new ArrayList<>();

  private final class Time implements Timing {
    @Override
    public long nanos() {
      return ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant());
    }

    @Override
    public Runnable after(Duration delay, Runnable task) {
      return clock.after(delay, task);
    }

    @Override
    public void close() {
      // What is left never happens: nobody moves the clock.
    }
  }

  @AfterEach
  void stop() {
    started.forEach(tasks -> tasks.stop(Duration.ofMillis(1)));
    engine.close();
  }

  TasksBuilder builder() {
    return Tasks.builder(engine).executor(new Turns()).time(clock, new Time());
  }

  /** Starts tasks that are stopped at the end of the test. */
  Tasks start(TasksBuilder builder) {
    return stoppedLater(builder.start());
  }

  /** Tasks that have not been started; stopped at the end of the test all the same. */
  Tasks build(TasksBuilder builder) {
    return stoppedLater(builder.build());
  }

  private Tasks stoppedLater(Tasks tasks) {
    started.add(tasks);
    return tasks;
  }

  /** Remembers the payloads it was given. */
  TaskWorker<String> noting(String type) {
    return TaskWorker.of(type, done::add);
  }

  /** Remembers the payloads it was given, and throws. */
  TaskWorker<String> failing(String type) {
    return TaskWorker.of(type, payload -> {
      done.add(payload);
      throw new IllegalStateException("planted");
    });
  }

  static String submit(Tasks tasks, Task task) {
    return tasks.submit(task).join().requireStored().id();
  }

  static PutResult offer(Tasks tasks, Task task) {
    return tasks.submit(task).join();
  }

  static PoppedTask pop(Tasks tasks, String queue) {
    return popNow(tasks, queue).orElseThrow();
  }

  static Optional<PoppedTask> popNow(Tasks tasks, String queue) {
    CompletableFuture<Optional<PoppedTask>> popped = tasks.pop(queue, Duration.ZERO);
    return popped.join();
  }

  Message peek(String queue, String id) {
    return engine.peek(Topic.of(queue), id).join().orElseThrow();
  }

  State state(String queue, String id) {
    return peek(queue, id).state();
  }

  void advance(Duration by) {
    clock.advance(by);
  }
}
