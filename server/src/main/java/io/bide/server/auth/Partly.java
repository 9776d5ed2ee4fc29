package io.bide.server.auth;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/** Calls for those items of a batch that are allowed, and answers the others itself. */
final class Partly {
  private Partly() {}

  /** The answers are in the order of the items. */
  static <I, A> CompletableFuture<List<A>> call(
      List<? extends I> items,
      Predicate<I> allowed,
      Function<List<I>, CompletableFuture<List<A>>> call,
      Function<I, A> refuse) {
    List<I> good = new ArrayList<>(items.size());
    for (I item : items) {
      if (allowed.test(item)) {
        good.add(item);
      }
    }
    if (good.isEmpty() && !items.isEmpty()) {
      List<A> refused = new ArrayList<>(items.size());
      items.forEach(item -> refused.add(refuse.apply(item)));
      return CompletableFuture.completedFuture(refused);
    }
    CompletableFuture<List<A>> answer = call.apply(good);
    return good.size() == items.size()
        ? answer
        : answer.thenApply(answers -> merge(items, allowed, answers.iterator(), refuse));
  }

  private static <I, A> List<A> merge(
      List<? extends I> items, Predicate<I> allowed, Iterator<A> answers, Function<I, A> refuse) {
    List<A> all = new ArrayList<>(items.size());
    for (I item : items) {
      all.add(allowed.test(item) ? answers.next() : refuse.apply(item));
    }
    return all;
  }
}
