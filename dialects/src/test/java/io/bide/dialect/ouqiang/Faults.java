package io.bide.dialect.ouqiang;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import io.bide.Records;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;

/**
 * A queue and records that work for some steps, and from then on answer nothing but errors, as if the
 * process had ended there.
 */
final class Faults {
  /** What becomes of the step at which it ends. */
  enum Last {
    /** It does not happen. */
    LOST,
    /** It happens, but nobody is told. */
    UNANSWERED
  }

  private final int steps;
  private final Last last;
  private int taken;

  Faults(int steps, Last last) {
    this.steps = steps;
    this.last = last;
  }

  DelayQueue of(DelayQueue queue) {
    return wrap(DelayQueue.class, queue);
  }

  Records of(Records records) {
    return wrap(Records.class, records);
  }

  /** Whether it has ended. */
  boolean happened() {
    return taken > steps;
  }

  private <T> T wrap(Class<T> type, T target) {
    InvocationHandler handler = (proxy, method, args) -> {
      taken++;
      if (taken <= steps) {
        return method.invoke(target, args);
      }
      if (taken == steps + 1 && last == Last.UNANSWERED) {
        ((CompletableFuture<?>) method.invoke(target, args)).join();
      }
      return CompletableFuture.failedFuture(new BideException(ErrorCode.UNKNOWN, "ended"));
    };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
