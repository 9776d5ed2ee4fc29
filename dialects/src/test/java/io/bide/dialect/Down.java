package io.bide.dialect;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;

/** Queues, and other things that answer later, all of whose answers are the same failure. */
public final class Down {
  private Down() {}

  /** A queue whose store does not work. */
  public static DelayQueue queue(ErrorCode code) {
    return failing(DelayQueue.class, code);
  }

  public static <T> T failing(Class<T> type, ErrorCode code) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, args) ->
            CompletableFuture.failedFuture(new BideException(code, "as planned"))));
  }

  /** One whose answers are all empty and good. */
  public static <T> T willing(Class<T> type) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, args) -> CompletableFuture.completedFuture(null)));
  }
}
