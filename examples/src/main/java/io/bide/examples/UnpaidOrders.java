package io.bide.examples;

import io.bide.CancelResult;
import io.bide.DelayQueue;
import io.bide.Put;
import io.bide.Topic;
import io.bide.worker.Worker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Closes orders that have not been paid within half an hour.
 *
 * <p>The message has the order's number as its id. So paying takes it back, and the answer says whether
 * it came in time: one of the two happens, closing or paying, never both.
 */
public final class UnpaidOrders implements AutoCloseable {
  static final Topic TOPIC = Topic.of("unpaid-orders");
  static final Duration TIME_TO_PAY = Duration.ofMinutes(30);

  private final DelayQueue queue;
  private final Duration timeToPay;
  private final Worker worker;

  /** Begins to close orders that are due, also those that were placed before a restart. */
  UnpaidOrders(DelayQueue queue, Duration timeToPay, Consumer<String> closing) {
    this.queue = queue;
    this.timeToPay = timeToPay;
    this.worker = Worker.builder(queue)
        .topic(TOPIC.name(), delivery -> closing.accept(delivery.message().id()))
        .start();
  }

  void placed(String order) {
    queue.put(Put.to(TOPIC).id(order).delay(timeToPay).build()).join().requireStored();
  }

  /**
   * The customer wants to pay.
   *
   * @return whether there was still time; if not, the order is closed or being closed
   */
  boolean pay(String order) {
    return queue.cancel(TOPIC, order).join().answer() == CancelResult.Answer.CANCELLED;
  }

  @Override
  public void close() {
    worker.close();
  }

  /**
   * Places two orders, pays one of them, and waits until the other one is closed.
   *
   * @param args how many times as fast as in reality, 1 if it is left out; where the queue is
   */
  public static void main(String[] args) throws InterruptedException {
    Arguments arguments = Arguments.of(args);
    CountDownLatch closed = new CountDownLatch(1);
    Consumer<String> closing = order -> {
      System.out.println(order + " was not paid and is closed");
      closed.countDown();
    };
    try (DelayQueue queue = Where.open(arguments.place());
        UnpaidOrders orders = new UnpaidOrders(queue, arguments.shortened(TIME_TO_PAY), closing)) {
      orders.placed("order-4711");
      orders.placed("order-4712");
      System.out.println("order-4712 is paid in time: " + orders.pay("order-4712"));
      closed.await();
    }
  }
}
