package io.bide.spring.autoconfigure;

import io.bide.DelayQueue;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.spring.TasksCustomizer;
import io.bide.spring.WorkerCustomizer;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import io.bide.worker.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A queue in memory whose clock stands still until it is moved, and work that is done on the thread that
 * moves it: when a call returns, what it caused has happened.
 */
@Configuration(proxyBeanMethods = false)
class StandingTime {
  /** An application with nothing but this and Bide. */
  static ApplicationContextRunner runner() {
    return bare().withUserConfiguration(StandingTime.class);
  }

  /** An application with nothing but Bide. */
  static ApplicationContextRunner bare() {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            QueueAutoConfiguration.class,
            WorkAutoConfiguration.class,
            MetricsAutoConfiguration.class,
            ServiceAutoConfiguration.class));
  }

  @Bean
  ManualClock clock() {
    return new ManualClock();
  }

  @Bean
  DelayQueue queue(ManualClock clock) {
    return Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
  }

  @Bean
  WorkerCustomizer worker(ManualClock clock) {
    return worker -> worker.executor(new Turns()).timing(new Time(clock));
  }

  @Bean
  TasksCustomizer tasks(ManualClock clock) {
    return tasks -> tasks.executor(new Turns()).time(clock, new Time(clock));
  }

  private record Time(ManualClock clock) implements Timing {
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

  /** One after the other and never one inside another. */
  private static final class Turns implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
      if (running) {
        return;
      }
      running = true;
      while (!tasks.isEmpty()) {
        tasks.remove().run();
      }
      running = false;
    }
  }
}
