package io.bide.client;

import io.bide.BideException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * The answers of one call whose items travel in whichever requests; it is answered when all of them
 * are. When every one of them failed because its request did, the call fails as a whole. Thread-safe.
 *
 * @param <R> the answer of one item
 */
final class Group<R> {
  private final CompletableFuture<List<R>> answer = new CompletableFuture<>();
  private final AtomicReferenceArray<R> results;
  private final AtomicInteger open;
  private final AtomicInteger failed = new AtomicInteger();
  private final Function<BideException, R> asResult;

  /**
   * The group of a call.
   *
   * @param size how many items it has; at least one
   * @param asResult what an item answers whose request failed
   */
  Group(int size, Function<BideException, R> asResult) {
    this.results = new AtomicReferenceArray<>(size);
    this.open = new AtomicInteger(size);
    this.asResult = asResult;
  }

  CompletableFuture<List<R>> answer() {
    return answer;
  }

  void answered(int index, R result) {
    results.set(index, result);
    if (open.decrementAndGet() == 0) {
      answer.complete(all());
    }
  }

  /** The request of this item failed. */
  void failed(int index, BideException error) {
    results.set(index, asResult.apply(error));
    boolean all = failed.incrementAndGet() == results.length();
    if (open.decrementAndGet() == 0) {
      if (all) {
        answer.completeExceptionally(error);
      } else {
        answer.complete(all());
      }
    }
  }

  private List<R> all() {
    List<R> all = new ArrayList<>(results.length());
    for (int i = 0; i < results.length(); i++) {
      all.add(results.get(i));
    }
    return all;
  }
}
