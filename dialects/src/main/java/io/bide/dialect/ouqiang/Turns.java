package io.bide.dialect.ouqiang;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets those who change the same thing go one after the other. Thread-safe; nobody blocks. */
final class Turns {
  private final ConcurrentMap<String, Line> lines = new ConcurrentHashMap<>();

  /** Does the work when all work for the same name that came before is done. */
  <T> CompletableFuture<T> take(String name, Supplier<CompletableFuture<T>> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Runnable turn = () -> {
      var unused = begin(work).whenComplete((value, failure) -> {
        leave(name);
        if (failure == null) {
          answer.complete(value);
        } else {
          answer.completeExceptionally(failure);
        }
      });
    };
    lines
        .compute(name, (key, line) -> (line == null ? new Line() : line).add(turn))
        .advance();
    return answer;
  }

  private static <T> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void leave(String name) {
    Line line = lines.computeIfPresent(name, (key, known) -> known.leave() ? null : known);
    if (line != null) {
      line.advance();
    }
  }

  /** How many names have somebody at work. */
  int size() {
    return lines.size();
  }

  /**
   * Those who wait for their turn. A turn may end before its start returns; then the loop that started it
   * goes on to the next, instead of each starting the next from within.
   */
  private static final class Line {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean taken;
    private boolean advancing;

    synchronized Line add(Runnable turn) {
      waiting.add(turn);
      return this;
    }

    /** The turn is over; true if nobody waits for the next. */
    synchronized boolean leave() {
      taken = false;
      return waiting.isEmpty();
    }

    void advance() {
      for (Runnable turn = begin(); turn != null; turn = next()) {
        turn.run();
      }
    }

    private synchronized @Nullable Runnable begin() {
      if (advancing) {
        return null;
      }
      advancing = true;
      return next();
    }

    private synchronized @Nullable Runnable next() {
      Runnable turn = taken ? null : waiting.poll();
      taken = taken || turn != null;
      advancing = turn != null;
      return turn;
    }
  }
}
