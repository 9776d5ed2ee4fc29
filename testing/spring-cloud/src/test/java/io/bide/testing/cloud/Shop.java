package io.bide.testing.cloud;

import io.bide.tasks.TaskWorker;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** An application that has its tasks kept by a scheduler and is called when they are due. */
@SpringBootApplication
class Shop {
  final BlockingQueue<String> done = new LinkedBlockingQueue<>();
  private final AtomicInteger reminders = new AtomicInteger();

  @Bean
  TaskWorker<String> closing() {
    return TaskWorker.of("close-order", order -> done.add("closed " + order));
  }

  /** Fails at first. */
  @Bean
  TaskWorker<String> reminding() {
    return TaskWorker.of("remind", whom -> {
      if (reminders.incrementAndGet() == 1) {
        throw new IllegalStateException("planted");
      }
      done.add("reminded " + whom);
    });
  }
}
