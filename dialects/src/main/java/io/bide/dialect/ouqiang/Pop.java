package io.bide.dialect.ouqiang;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.MergeOptions;
import io.bide.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One pop: claims until it has a job that counts, or the time is up. Cancelling its future takes it back at
 * any moment; what was claimed for it is unclaimed.
 */
final class Pop {
  private static final int ONE = 1;

  private final DelayQueue queue;
  private final Jobs jobs;
  private final InstantSource clock;
  private final List<Topic> topics;
  private final Instant end;
  private final CompletableFuture<Claimed> answer = new CompletableFuture<>();
  private volatile CompletableFuture<Claimed> claim = answer;

  Pop(DelayQueue queue, Jobs jobs, InstantSource clock, List<Topic> topics, Duration wait) {
    this.queue = queue;
    this.jobs = jobs;
    this.clock = clock;
    this.topics = topics;
    this.end = clock.instant().plus(wait);
  }

  CompletableFuture<Claimed> start() {
    var unused = answer.whenComplete((value, failure) -> claim.cancel(false));
    next();
    return answer;
  }

  private void next() {
    Duration left = Duration.between(clock.instant(), end);
    Duration wait = left.isNegative() ? Duration.ZERO : left;
    // Of a message that others have merged one item at a time: an answer has one body.
    claim = queue.claim(
        new Claim(topics, null, ONE, Math.min(ONE, MergeOptions.MAX_ITEMS_PER_CLAIM), null, wait));
    if (answer.isDone()) {
      claim.cancel(false);
    }
    var unused = claim.whenComplete(this::claimed);
  }

  private void claimed(@Nullable Claimed claimed, @Nullable Throwable failure) {
    if (claimed == null) {
      answer.completeExceptionally(failure == null ? new IllegalStateException() : failure);
    } else if (claimed.isEmpty()) {
      answer.complete(claimed);
    } else {
      var unused = jobs.counts(queue, claimed.deliveries().get(0).message())
          .whenComplete((counts, problem) -> judged(claimed, counts, problem));
    }
  }

  private void judged(Claimed claimed, @Nullable Boolean counts, @Nullable Throwable problem) {
    if (problem != null) {
      answer.completeExceptionally(problem);
      giveBack(claimed);
    } else if (Boolean.FALSE.equals(counts)) {
      drop(claimed.deliveries().get(0));
    } else if (!answer.complete(claimed)) {
      giveBack(claimed);
    }
  }

  private void giveBack(Claimed claimed) {
    var unused = queue.unclaim(claimed.deliveries());
  }

  /** By its receipt, so that nothing newer is meant. */
  private void drop(Delivery replaced) {
    if (replaced.receipt() == null) {
      next();
      return;
    }
    var unused = queue.ack(replaced.receipt()).whenComplete((result, failure) -> {
      if (failure != null) {
        answer.completeExceptionally(failure);
      } else {
        next();
      }
    });
  }
}
