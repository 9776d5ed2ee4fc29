package io.bide.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.ErrorCode;
import io.bide.ForwardingQueue;
import io.bide.Settle;
import io.bide.SettleResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A queue that fails when told to, and whose answers to claims and settles can be held back. A held
 * call has been made: only its answer is late, and it cannot be taken back. For one thread.
 */
final class TroubledQueue extends ForwardingQueue {
  final Queue<ErrorCode> claimFailures = new ArrayDeque<>();
  final Queue<ErrorCode> settleFailures = new ArrayDeque<>();
  final Queue<ErrorCode> unclaimFailures = new ArrayDeque<>();
  final List<Claim> claims = new ArrayList<>();
  final List<List<? extends Settle>> settles = new ArrayList<>();
  boolean holdClaims;
  boolean holdSettles;
  private final Queue<Runnable> held = new ArrayDeque<>();

  TroubledQueue(DelayQueue queue) {
    super(queue);
  }

  /** Gives all answers that were held back, and those that they cause. */
  void answerAll() {
    holdClaims = false;
    holdSettles = false;
    while (!held.isEmpty()) {
      held.remove().run();
    }
  }

  @Override
  public CompletableFuture<Claimed> claim(Claim claim) {
    claims.add(claim);
    CompletableFuture<Claimed> answer = failing(claimFailures, () -> super.claim(claim));
    return holdClaims ? hold(answer) : answer;
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> batch) {
    settles.add(batch);
    CompletableFuture<List<SettleResult>> answer =
        failing(settleFailures, () -> super.settle(batch));
    return holdSettles ? hold(answer) : answer;
  }

  @Override
  public CompletableFuture<Void> unclaim(List<Delivery> deliveries) {
    return failing(unclaimFailures, () -> super.unclaim(deliveries));
  }

  private static <T> CompletableFuture<T> failing(
      Queue<ErrorCode> failures, Supplier<CompletableFuture<T>> call) {
    ErrorCode code = failures.poll();
    if (code == null) {
      return call.get();
    }
    if (code == ErrorCode.UNKNOWN) {
      // It happened, and nobody heard the answer.
      T unused = call.get().join();
    }
    return CompletableFuture.failedFuture(new BideException(code, "planted"));
  }

  private <T> CompletableFuture<T> hold(CompletableFuture<T> answer) {
    CompletableFuture<T> late = new CompletableFuture<>() {
      @Override
      public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
      }
    };
    held.add(() -> {
      var unused = answer.whenComplete((value, error) -> {
        boolean done = error == null ? late.complete(value) : late.completeExceptionally(error);
        assertThat(done).isTrue();
      });
    });
    return late;
  }
}
