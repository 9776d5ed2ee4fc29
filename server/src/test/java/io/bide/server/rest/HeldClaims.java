package io.bide.server.rest;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A queue between a dialect and the real one that keeps the answers to claims until it is told. */
final class HeldClaims {
  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
  private volatile boolean holding;

  DelayQueue over(DelayQueue queue) {
    return (DelayQueue) Proxy.newProxyInstance(
        DelayQueue.class.getClassLoader(),
        new Class<?>[] {DelayQueue.class},
        (proxy, method, args) -> {
          try {
            return holding && method.getName().equals("claim")
                ? held(queue.claim((Claim) args[0]))
                : method.invoke(queue, args);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private CompletableFuture<Claimed> held(CompletableFuture<Claimed> real) {
    CompletableFuture<Claimed> kept = new Decided();
    var unused = real.thenAccept(claimed -> waiting.add(() -> kept.complete(claimed)));
    return kept;
  }

  /** Cannot be taken back any more, like the claim behind it. */
  private static final class Decided extends CompletableFuture<Claimed> {
    @Override
    public boolean cancel(boolean mayInterrupt) {
      return false;
    }
  }

  void hold() {
    holding = true;
  }

  /** The next claim that the real queue has answered; running it lets the answer go on. */
  Runnable next() {
    try {
      return Objects.requireNonNull(waiting.poll(60, TimeUnit.SECONDS), "no claim came");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("no claim came", e);
    }
  }
}
