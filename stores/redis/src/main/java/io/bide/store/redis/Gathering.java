package io.bide.store.redis;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Waits for the operations of one call and puts their answers together. */
final class Gathering {
  private Gathering() {}

  /** What operation {@code i} was answered; only when it is done. */
  static Object answer(List<Operation> operations, int i) {
    return operations.get(i).answer().join();
  }

  /**
   * The results in the order of the operations. If none could be done the whole call fails; if only some, each
   * of them says so.
   */
  static <T> CompletableFuture<List<T>> of(
      List<Operation> operations, IntFunction<T> result, Function<BideException, T> failed) {
    CompletableFuture<List<T>> gathered = new CompletableFuture<>();
    var unused = all(operations).whenComplete((done, error) -> {
      try {
        BideException whole = error == null ? null : wholeFailure(operations);
        if (whole != null) {
          gathered.completeExceptionally(whole);
        } else if (error != null) {
          gathered.complete(results(operations, result, failed));
        } else {
          gathered.complete(results(operations, result));
        }
      } catch (RuntimeException e) {
        gathered.completeExceptionally(e);
      }
    });
    return gathered;
  }

  /** Completes when all are done. Most calls bring one. */
  private static CompletableFuture<?> all(List<Operation> operations) {
    return operations.size() == 1
        ? operations.get(0).answer()
        : CompletableFuture.allOf(
            operations.stream().map(Operation::answer).toArray(CompletableFuture[]::new));
  }

  private static <T> List<T> results(List<Operation> operations, IntFunction<T> result) {
    List<T> results = new ArrayList<>(operations.size());
    for (int i = 0; i < operations.size(); i++) {
      results.add(result.apply(i));
    }
    return results;
  }

  /** The failure of all operations; unknown if one of them is. */
  private static @Nullable BideException wholeFailure(List<Operation> operations) {
    BideException worst = null;
    for (Operation operation : operations) {
      BideException failure = failureOf(operation);
      if (failure == null) {
        return null;
      }
      if (worst == null || failure.code().outcome() == ErrorCode.Outcome.UNKNOWN) {
        worst = failure;
      }
    }
    return worst;
  }

  private static @Nullable BideException failureOf(Operation operation) {
    return operation
        .answer()
        .handle((answer, error) -> error == null ? null : Failures.of(error, true))
        .join();
  }

  private static <T> List<T> results(
      List<Operation> operations, IntFunction<T> result, Function<BideException, T> failed) {
    List<T> results = new ArrayList<>(operations.size());
    for (int i = 0; i < operations.size(); i++) {
      BideException failure = failureOf(operations.get(i));
      results.add(failure == null ? result.apply(i) : failed.apply(failure));
    }
    return results;
  }
}
