package io.bide.server.http;

import io.bide.DelayQueue;
import io.bide.ForwardingQueue;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A queue for event loops: puts and settles of the requests that a loop has read together are made in
 * one call, see {@link Gatherer}. Calls from other threads pass as they are.
 */
public final class GatheringQueue extends ForwardingQueue {
  private static final int MOST = 256;

  private final int most;
  /** By the thread of the loop; there are as many as there are loops. */
  private final Map<Thread, Desk> desks = new ConcurrentHashMap<>();

  /** What one event loop gathers. */
  private record Desk(Gatherer<Put, PutResult> puts, Gatherer<Settle, SettleResult> settles) {}

  /**
   * Gathers calls of a queue.
   *
   * @param maxBatch how many items the queue takes in one call
   */
  public GatheringQueue(DelayQueue queue, int maxBatch) {
    super(queue);
    this.most = Math.min(MOST, maxBatch);
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> puts) {
    Desk desk = desk();
    return desk == null || puts.size() >= most ? super.put(puts) : desk.puts().add(puts);
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
    Desk desk = desk();
    return desk == null || settles.size() >= most
        ? super.settle(settles)
        : desk.settles().add(settles);
  }

  private @Nullable Desk desk() {
    Desk known = desks.get(Thread.currentThread());
    if (known != null) {
      return known;
    }
    Context context = Vertx.currentContext();
    if (context == null || !context.isEventLoopContext()) {
      return null;
    }
    Desk made = new Desk(
        new Gatherer<>(context, most, super::put), new Gatherer<>(context, most, super::settle));
    desks.put(Thread.currentThread(), made);
    return made;
  }
}
