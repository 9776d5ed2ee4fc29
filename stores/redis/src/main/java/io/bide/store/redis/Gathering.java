package io.bide.store.redis;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Waits for the operations of one caller's call and puts their answers together. */
final class Gathering<T> {
  private final List<Operation> operations;
  private final IntFunction<T> result;
  private final Function<BideException, T> failed;
  private final AtomicInteger left;
  private final CompletableFuture<List<T>> results = new CompletableFuture<>();

  /**
   * Waits for operations that have not been sent yet.
   *
   * @param result what operation {@code i} has led to, once it is answered
   * @param failed what one has led to that failed while others did not
   */
  Gathering(List<Operation> operations, IntFunction<T> result, Function<BideException, T> failed) {
    this.operations = operations;
    this.result = result;
    this.failed = failed;
    this.left = new AtomicInteger(operations.size());
    operations.forEach(operation -> operation.belongsTo(this));
    if (operations.isEmpty()) {
      results.complete(List.of());
    }
  }

  /**
   * The results in the order of the operations. If none could be done the whole call fails; if only some, each
   * of them says so.
   */
  CompletableFuture<List<T>> results() {
    return results;
  }

  /** One of the operations is over. */
  void oneIsOver() {
    if (left.decrementAndGet() == 0) {
      try {
        finish();
      } catch (RuntimeException e) {
        results.completeExceptionally(e);
      }
    }
  }

  private void finish() {
    BideException whole = wholeFailure();
    if (whole != null) {
      results.completeExceptionally(whole);
      return;
    }
    List<T> all = new ArrayList<>(operations.size());
    for (int i = 0; i < operations.size(); i++) {
      BideException failure = operations.get(i).failure();
      all.add(failure == null ? result.apply(i) : failed.apply(failure));
    }
    results.complete(all);
  }

  /** The failure of all operations; unknown if one of them is. */
  private @Nullable BideException wholeFailure() {
    BideException worst = null;
    for (Operation operation : operations) {
      BideException failure = operation.failure();
      if (failure == null) {
        return null;
      }
      if (worst == null || failure.code().outcome() == ErrorCode.Outcome.UNKNOWN) {
        worst = failure;
      }
    }
    return worst;
  }
}
