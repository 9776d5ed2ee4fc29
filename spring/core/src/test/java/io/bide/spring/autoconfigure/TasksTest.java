package io.bide.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DelayQueue;
import io.bide.tasks.FailedTask;
import io.bide.tasks.Task;
import io.bide.tasks.TaskWorker;
import io.bide.tasks.Tasks;
import io.bide.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Timeout(240)
class TasksTest {
  static class Done {
    final List<String> all = new ArrayList<>();
  }

  @Configuration(proxyBeanMethods = false)
  static class Workers {
    @Bean
    Done done() {
      return new Done();
    }

    /** A worker that submits what comes next. */
    @Bean
    TaskWorker<String> first(Done done, Tasks tasks) {
      return TaskWorker.of("first", payload -> {
        done.all.add("first " + payload);
        tasks.submit(Task.of("chain", "second", payload)).join().requireStored();
      });
    }

    @Bean
    TaskWorker<String> second(Done done) {
      return TaskWorker.of("second", payload -> {
        done.all.add("second " + payload);
        throw new IllegalStateException("planted");
      });
    }

    @Bean
    FailedTask.Handler failures(Done done) {
      return task -> done.all.add("failed " + task.type());
    }
  }

  @Test
  void submit_taskOfAWorkerBean_isDoneWhenDueAndSoIsWhatItSubmits() {
    StandingTime.runner()
        .withUserConfiguration(Workers.class)
        .withPropertyValues("bide.tasks.queues=chain:safe,plain", "bide.tasks.retries=0")
        .run(context -> {
          Done done = context.getBean(Done.class);
          Task task = Task.of("chain", "first", "x").after(Duration.ofMinutes(30));
          context.getBean(Tasks.class).submit(task).join().requireStored();
          assertThat(done.all).isEmpty();

          context.getBean(ManualClock.class).advance(Duration.ofMinutes(30));

          assertThat(done.all).containsExactly("first x", "second x", "failed second");
        });
  }

  @Configuration(proxyBeanMethods = false)
  static class Own {
    @Bean
    Tasks own(DelayQueue queue) {
      return Tasks.builder(queue).queue("own").start();
    }
  }

  @Test
  void start_ownTasks_takeTheirPlace() {
    StandingTime.runner()
        .withUserConfiguration(Own.class)
        .run(context ->
            assertThat(context).hasSingleBean(Tasks.class).doesNotHaveBean("bideTaskWork"));
  }
}
