package io.bide.testing.spring;

import io.bide.Delivery;
import io.bide.spring.Acknowledgement;
import io.bide.spring.Attempt;
import io.bide.spring.Attribute;
import io.bide.spring.BideListener;
import io.bide.tasks.TaskWorker;
import io.bide.worker.Outcome;
import io.bide.worker.WorkerListener;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** An application as users write them, that remembers what came. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class Shop {
  final BlockingQueue<Closed> closed = new LinkedBlockingQueue<>();
  final BlockingQueue<List<String>> mails = new LinkedBlockingQueue<>();
  final BlockingQueue<String> tasks = new LinkedBlockingQueue<>();
  final BlockingQueue<String> traces = new LinkedBlockingQueue<>();
  final BlockingQueue<String> settled = new LinkedBlockingQueue<>();
  final BlockingQueue<Acknowledgement> slow = new LinkedBlockingQueue<>();
  final CountDownLatch slowMayReturn = new CountDownLatch(1);

  record Closed(Purchase order, int attempt, @Nullable String reason) {}

  @BideListener(topic = "orders", concurrency = "${shop.concurrency:4}")
  void close(Purchase order, @Attempt int attempt, @Attribute("reason") @Nullable String reason) {
    closed.add(new Closed(order, attempt, reason));
  }

  @BideListener(topic = "mails", batch = "50", lease = "30s")
  void mail(List<String> texts) {
    mails.add(texts);
  }

  @BideListener(topic = "traced")
  void trace(@Attribute(Tracer.HEADER) @Nullable String trace) {
    traces.add("handled " + trace);
  }

  @BideListener(topic = "slow", concurrency = "1")
  void takeTime(String text, Acknowledgement acknowledgement) throws InterruptedException {
    slow.add(acknowledgement);
    slowMayReturn.await();
    boolean unused = acknowledgement.done();
  }

  @Bean
  TaskWorker<String> reminder() {
    return TaskWorker.of("remind", tasks::add);
  }

  @Bean
  Tracer tracer() {
    return new Tracer(trace -> traces.add("continued " + trace));
  }

  /** The last one to hear. */
  @Bean
  @Order
  WorkerListener memory() {
    return new WorkerListener() {
      @Override
      public void settled(Delivery delivery, Outcome outcome) {
        settled.add(delivery.message().id());
      }
    };
  }
}
