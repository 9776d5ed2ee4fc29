package io.bide.engine.push;

import io.bide.Delivery;
import io.bide.Event;
import io.bide.Message;
import io.bide.Receipt;
import io.bide.Settle;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The messages that are on their way to their endpoints: bounded, their leases extended while their calls
 * run, and settled by how those end. Thread-safe.
 */
final class Transit {
  private static final int BEATS_PER_LEASE = 3;
  private static final int MAX_BATCH = 500;

  private final Pusher.Parts parts;
  private final PushConfig config;
  private final Set<Attempt> attempts = ConcurrentHashMap.newKeySet();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final CompletableFuture<Void> idle = new CompletableFuture<>();
  private volatile Runnable cancel = () -> {};
  private volatile boolean stopped;

  Transit(Pusher.Parts parts, PushConfig config) {
    this.parts = parts;
    this.config = config;
  }

  void start() {
    beatLater();
  }

  /** Done when nothing is on its way any more. */
  CompletableFuture<Void> stop() {
    stopped = true;
    cancel.run();
    if (inFlight.get() == 0) {
      idle.complete(null);
    }
    return idle.copy();
  }

  int inFlight() {
    return inFlight.get();
  }

  /** For how many more messages there is room now. */
  int room() {
    return Math.max(0, config.maxInFlight() - inFlight.get());
  }

  /** Whether there is room for less than half of what there is room for when nothing is on its way. */
  boolean crowded() {
    return inFlight.get() > config.maxInFlight() / 2;
  }

  /** Takes room for messages; says for how many there was some. */
  int enter(int messages) {
    int over = inFlight.addAndGet(messages) - config.maxInFlight();
    int outside = Math.min(Math.max(0, over), messages);
    leave(outside);
    return messages - outside;
  }

  private void leave(int messages) {
    if (messages > 0 && inFlight.addAndGet(-messages) == 0 && stopped) {
      idle.complete(null);
    }
  }

  /** Sends a message that has entered, and settles it; done, never failed, when both has happened. */
  CompletableFuture<Post.Result> bring(
      Delivery delivery, Supplier<CompletableFuture<Post.Result>> send) {
    Attempt attempt = new Attempt(delivery, parts.ticker().getAsLong());
    attempts.add(attempt);
    CompletableFuture<Post.Result> done = new CompletableFuture<>();
    var unused = send.get().thenAccept(result -> {
      attempts.remove(attempt);
      tell(delivery.message(), result);
      var unusedAnswer = settle(attempt.receipt(), result).whenComplete((answer, error) -> {
        // Whether or not it could be settled: if not, the end of its lease brings it back.
        leave(1);
        done.complete(result);
      });
    });
    return done;
  }

  private CompletableFuture<?> settle(@Nullable Receipt receipt, Post.Result result) {
    return receipt == null
        ? CompletableFuture.completedFuture(null)
        : parts.queue().settle(Attempt.settle(receipt, result));
  }

  private void tell(Message message, Post.Result result) {
    parts
        .events()
        .accept(new Event.Pushed(
            message.topic(),
            parts.clock().instant(),
            message.id(),
            message.attempts(),
            result.report()));
  }

  private void beatLater() {
    if (!stopped) {
      cancel = parts.timer().after(interval(), this::beat);
    }
  }

  private Duration interval() {
    return config.lease().dividedBy(BEATS_PER_LEASE);
  }

  /** Extends the leases of calls that take their time. */
  private void beat() {
    long young = parts.ticker().getAsLong() - interval().toNanos();
    List<Settle.Extend> extensions = attempts.stream()
        .filter(attempt -> attempt.since() - young <= 0 && attempt.receipt() != null)
        .map(attempt -> new Settle.Extend(attempt.delivery().requireReceipt(), config.lease()))
        .toList();
    for (int from = 0; from < extensions.size(); from += MAX_BATCH) {
      int to = Math.min(from + MAX_BATCH, extensions.size());
      var unused = parts.queue().settle(extensions.subList(from, to));
    }
    beatLater();
  }
}
