package io.bide.bench.redisson;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that works on items and says which ones it has finished. After some it finishes none any
 * more, says which ones it holds, and waits to be killed.
 */
final class Victim {
  /** What it says of an item it has finished. */
  static final String DONE = "done ";

  /** What it says of an item it is in the middle of. */
  static final String HELD = "held ";

  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Victim() {}

  /**
   * Works until it is killed.
   *
   * @param args the name of the contender, the URL of the Redis, how many items are worked on at the same
   *     time, and how many are finished
   */
  public static void main(String[] args) {
    Contender contender = Contender.Name.valueOf(args[0]).open(args[1]);
    AtomicInteger left = new AtomicInteger(Integer.parseInt(args[3]));
    contender.consume(Integer.parseInt(args[2]), item -> {
      if (left.getAndDecrement() > 0) {
        work();
        System.out.println(DONE + item.number());
      } else {
        System.out.println(HELD + item.number());
        waitForTheEnd();
      }
    });
    waitForTheEnd();
  }

  private static void work() {
    long until = System.nanoTime() + WORK_NANOS;
    while (System.nanoTime() - until < 0) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  private static void waitForTheEnd() {
    while (true) {
      LockSupport.park();
    }
  }
}
