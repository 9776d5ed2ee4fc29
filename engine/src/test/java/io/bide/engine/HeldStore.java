package io.bide.engine;

import io.bide.BideException;
import io.bide.Event;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.Topic;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.store.StoreListener;
import io.bide.store.SweepReply;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A store whose answers a test can hold back, replace or spoil, and which can forget to tell. A held
 * call has been made: only its answer is late. For one thread.
 */
final class HeldStore extends ForwardingStore {
  final List<Asked> claims = new ArrayList<>();
  final List<String> watches = new ArrayList<>();
  final Queue<ClaimReply> scriptedClaims = new ArrayDeque<>();
  final Queue<SweepReply> scriptedSweeps = new ArrayDeque<>();
  final Queue<BideException> claimFailures = new ArrayDeque<>();
  final Queue<BideException> sweepFailures = new ArrayDeque<>();
  int sweeps;
  volatile boolean closed;
  final List<String> unclaimed = new ArrayList<>();
  RuntimeException thrown;
  boolean mute;
  private boolean holding;
  private final Queue<Runnable> held = new ArrayDeque<>();
  private StoreListener listener;

  /** What a claim has asked for. */
  record Asked(Topic topic, List<ClaimRequest> requests) {}

  HeldStore(Store store) {
    super(store);
  }

  /** From now on answers are held back. */
  void hold() {
    holding = true;
  }

  /** Gives the oldest answer that was held back. */
  void answerOne() {
    held.remove().run();
  }

  /** Gives all answers and holds none back any more. */
  void answerAll() {
    holding = false;
    while (!held.isEmpty()) {
      answerOne();
    }
  }

  int heldBack() {
    return held.size();
  }

  StoreListener listener() {
    return listener;
  }

  @Override
  <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> call) {
    if (thrown != null) {
      throw thrown;
    }
    CompletableFuture<T> real = call.get();
    if (!holding) {
      return real;
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    held.add(() -> Failures.whenDone(real, (value, error) -> {
      if (error == null) {
        answer.complete(value);
      } else {
        answer.completeExceptionally(error);
      }
    }));
    return answer;
  }

  @Override
  public CompletableFuture<ClaimReply> claim(
      Topic topic, List<ClaimRequest> requests, long byteLimit) {
    claims.add(new Asked(topic, List.copyOf(requests)));
    BideException failure = claimFailures.poll();
    if (failure != null) {
      return call(() -> CompletableFuture.failedFuture(failure));
    }
    ClaimReply scripted = scriptedClaims.poll();
    return scripted == null
        ? super.claim(topic, requests, byteLimit)
        : call(() -> CompletableFuture.completedFuture(scripted));
  }

  @Override
  public CompletableFuture<SweepReply> sweep(int budget) {
    sweeps++;
    BideException failure = sweepFailures.poll();
    if (failure != null) {
      return CompletableFuture.failedFuture(failure);
    }
    SweepReply scripted = scriptedSweeps.poll();
    return scripted == null ? super.sweep(budget) : CompletableFuture.completedFuture(scripted);
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
    settles.stream()
        .filter(settle -> settle instanceof Settle.Unclaim)
        .forEach(settle -> unclaimed.add(settle.target().id()));
    return super.settle(settles);
  }

  @Override
  public void watch(Topic topic, boolean watched) {
    watches.add(topic + " " + watched);
  }

  @Override
  public void close() {
    closed = true;
    super.close();
  }

  @Override
  public void listen(StoreListener newListener) {
    listener = newListener;
    super.listen(new StoreListener() {
      @Override
      public void due(Topic topic, Duration in) {
        if (!mute) {
          newListener.due(topic, in);
        }
      }

      @Override
      public void died(Event.Died death) {
        newListener.died(death);
      }

      @Override
      public void recordChanged(String key) {
        newListener.recordChanged(key);
      }

      @Override
      public void failed(BideException reason) {
        newListener.failed(reason);
      }
    });
  }
}
