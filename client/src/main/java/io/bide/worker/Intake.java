package io.bide.worker;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import io.bide.Topic;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claims of one topic: at most one at a time, for as many messages as there is room, waiting at
 * the queue and not in a thread. A claim that fails is tried again after a rest that grows, and so is
 * one that is sent away empty-handed before its time, as by a queue that is closing. Thread-safe.
 */
final class Intake {
  private static final Logger log = LoggerFactory.getLogger(Intake.class);

  private final DelayQueue queue;
  private final Timing timing;
  private final WorkerListener listener;
  private final Claim claim;
  private final Lane lane;
  private final Supplier<CompletableFuture<Void>> preparation;
  private final Loop claiming = new Loop(this::claimOnce);

  private boolean prepared;
  private boolean asking;
  private boolean resting;
  private int rests;
  private boolean failing;
  private @Nullable CompletableFuture<?> call;

  /**
   * Claims nothing until it is woken.
   *
   * @param claim what to ask for, but for the number of messages
   * @param preparation has to succeed before the first claim
   */
  Intake(Means means, Claim claim, Lane lane, Supplier<CompletableFuture<Void>> preparation) {
    this.queue = means.queue();
    this.timing = means.timing();
    this.listener = means.listener();
    this.claim = claim;
    this.lane = lane;
    this.preparation = preparation;
  }

  /** Claims, if there is room and no claim is under way. */
  void wake() {
    claiming.run();
  }

  /** Takes the claim back that is under way, if there is one. */
  void cancel() {
    CompletableFuture<?> underWay;
    synchronized (this) {
      underWay = call;
    }
    if (underWay != null) {
      underWay.cancel(false);
    }
  }

  /** Whether no answer is outstanding. */
  synchronized boolean idle() {
    return !asking;
  }

  /** Claims nothing for a while; longer each time, until something arrives. */
  void rest() {
    Duration time;
    synchronized (this) {
      rests++;
      resting = true;
      time = Failures.restAfter(rests);
    }
    Runnable unused = timing.after(time, () -> {
      synchronized (this) {
        resting = false;
      }
      wake();
    });
  }

  private boolean claimOnce() {
    int room = begin();
    if (room == 0) {
      return false;
    }
    if (prepared) {
      long sent = timing.nanos();
      send(() -> queue.claim(claim.max(room)), claimed -> arrived(claimed, sent));
    } else {
      send(preparation, done -> prepared = true);
    }
    return true;
  }

  private int begin() {
    int room = lane.room();
    synchronized (this) {
      if (asking || resting || room == 0) {
        return 0;
      }
      asking = true;
      return room;
    }
  }

  private <T> void send(Supplier<CompletableFuture<T>> request, Consumer<T> use) {
    CompletableFuture<T> answer = Failures.catching(request);
    synchronized (this) {
      call = answer;
    }
    if (!lane.isOpen()) {
      // Whoever stopped the lane meanwhile may not have found the call.
      answer.cancel(false);
    }
    Failures.whenDone(answer, (value, error) -> {
      if (error == null) {
        use.accept(value);
      } else {
        failed(error);
      }
      synchronized (this) {
        call = null;
        asking = false;
      }
      wake();
      lane.endIfOver();
    });
  }

  private void arrived(Claimed claimed, long sent) {
    if (claimed.isEmpty() && timing.nanos() - sent < claim.waitUpTo().toNanos() / 2) {
      rest();
      return;
    }
    worksAgain();
    lane.arrived(claimed);
  }

  private void worksAgain() {
    boolean failed;
    synchronized (this) {
      failed = failing;
      failing = false;
      rests = 0;
    }
    if (failed) {
      log.info("Claims of topic {} work again", topic());
    }
  }

  private void failed(BideException error) {
    if (Failures.isCancelled(error)) {
      return;
    }
    listener.claimFailed(topic(), error);
    if (error.code() == ErrorCode.CLOSED) {
      log.info("The queue has been closed: topic {} is not claimed from any more", topic());
      var unused = lane.close();
      return;
    }
    boolean first;
    synchronized (this) {
      first = !failing;
      failing = true;
    }
    if (first) {
      log.warn("A claim of topic {} failed and is tried again", topic(), error);
    }
    rest();
  }

  private Topic topic() {
    return claim.topics().get(0);
  }
}
