package io.bide.store.rocksdb;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Many threads put, one thread takes; nobody ever waits for a lock. */
final class Mailbox<T> {
  private final Queue<T> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private volatile @Nullable Thread sleeper;

  void put(T item) {
    queue.add(item);
    size.incrementAndGet();
    wake();
  }

  /** Ends the taker's wait. */
  void wake() {
    Thread asleep = sleeper;
    if (asleep != null) {
      LockSupport.unpark(asleep);
    }
  }

  @Nullable
  T poll() {
    T item = queue.poll();
    if (item != null) {
      size.decrementAndGet();
    }
    return item;
  }

  int size() {
    return size.get();
  }

  /** Waits until there is something, for at most so long; may also return without. */
  void await(long nanos) {
    sleeper = Thread.currentThread();
    // Looked at after the sleeper is known: whoever puts from now on wakes it.
    if (queue.isEmpty()) {
      LockSupport.parkNanos(this, nanos);
    }
    sleeper = null;
  }
}
