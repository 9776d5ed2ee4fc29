package io.bide.examples;

import io.bide.Backoff;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.worker.Handler;
import io.bide.worker.Outcome;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Tells a shop that an order was paid: at once, and if the shop does not listen, again after 2m, 10m, 10m, 1h,
 * 2h, 6h and 15h. After the eighth time it is a dead letter.
 *
 * <p>The schedule travels with the message, so that whoever sends the notice only says whether it worked: no
 * counter in the body, and no second message for the next time.
 */
public final class PaymentNotices implements AutoCloseable {
  static final Topic TOPIC = Topic.of("payment-notices");
  static final List<Duration> SCHEDULE = List.of(
      Duration.ofMinutes(2),
      Duration.ofMinutes(10),
      Duration.ofMinutes(10),
      Duration.ofHours(1),
      Duration.ofHours(2),
      Duration.ofHours(6),
      Duration.ofHours(15));

  private final DelayQueue queue;
  private final Backoff backoff;
  private final Worker worker;

  /**
   * Begins to send notices.
   *
   * @param shop takes the text, and says whether it has understood
   * @param givenUp gets the number of an order whose shop never did
   */
  PaymentNotices(
      DelayQueue queue, List<Duration> schedule, Predicate<String> shop, Consumer<String> givenUp) {
    this.queue = queue;
    this.backoff = Backoff.schedule(schedule.toArray(Duration[]::new));
    TopicOptions options = TopicOptions.DEFAULT.deadLetters(
        Handler.of(notice -> givenUp.accept(notice.message().attributes().get("bide.id"))));
    this.worker = Worker.builder(queue)
        .topic(TOPIC.name(), Handler.deciding(notice -> send(notice, shop)), options)
        .start();
  }

  /** Plans all notices of an order with one put. */
  void paid(String order) {
    queue
        .put(Put.to(TOPIC).id(order).body("paid: " + order).backoff(backoff).build())
        .join()
        .requireStored();
  }

  private static Outcome send(Delivery notice, Predicate<String> shop) {
    return shop.test(notice.message().body().asText()) ? Outcome.done() : Outcome.retry();
  }

  @Override
  public void close() {
    worker.close();
  }

  /**
   * Runs it with a shop that never listens.
   *
   * @param args how many times as fast as in reality, 1 if it is left out; where the queue is
   */
  public static void main(String[] args) throws InterruptedException {
    Arguments arguments = Arguments.of(args);
    CountDownLatch over = new CountDownLatch(1);
    Consumer<String> givenUp = order -> {
      System.out.println(
          "the notice of " + order + " is a dead letter; an operator can redrive it");
      over.countDown();
    };
    List<Duration> schedule = SCHEDULE.stream().map(arguments::shortened).toList();
    try (DelayQueue queue = Where.open(arguments.place());
        PaymentNotices notices =
            new PaymentNotices(queue, schedule, PaymentNotices::deaf, givenUp)) {
      notices.paid("order-4711");
      over.await();
    }
  }

  private static boolean deaf(String notice) {
    System.out.println(SystemTime.clock().instant() + " " + notice);
    return false;
  }
}
