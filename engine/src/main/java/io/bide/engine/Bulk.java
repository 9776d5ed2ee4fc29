package io.bide.engine;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Operators' work on any number of messages, done by the store in pieces of at most {@link #PIECE}. */
final class Bulk {
  static final int PIECE = 1_000;

  /** A redrive that has met this many conflicts stops and says where to go on. */
  static final int MAX_CONFLICTS = 10_000;

  private final Store store;
  private final Telling telling;

  Bulk(Store store, Telling telling) {
    this.store = store;
    this.telling = telling;
  }

  /** Brings back as many as asked for, or stops early and says where to go on. */
  CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    Redriving run = new Redriving(redrive);
    return repeat(run::piece);
  }

  /** Removes all ended messages in a state; answers how many. */
  CompletableFuture<Long> purge(Topic topic, State ended) {
    Purging run = new Purging(topic, ended);
    return repeat(run::piece);
  }

  /** Repeats a step until it has a result. A loop, not a recursion: a store may answer at once. */
  private static <T> CompletableFuture<T> repeat(Supplier<CompletableFuture<Optional<T>>> step) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    repeat(step, answer);
    return answer;
  }

  private static <T> void repeat(
      Supplier<CompletableFuture<Optional<T>>> step, CompletableFuture<T> answer) {
    boolean inTime = true;
    while (inTime && !answer.isDone()) {
      CompletableFuture<Optional<T>> piece = Failures.catching(step);
      inTime = piece.isDone();
      boolean goOn = !inTime;
      Failures.whenDone(piece, (result, error) -> {
        if (error != null) {
          answer.completeExceptionally(error);
        } else if (result.isPresent()) {
          answer.complete(result.get());
        } else if (goOn) {
          repeat(step, answer);
        }
      });
    }
  }

  /** One purge. */
  private final class Purging {
    private final Topic topic;
    private final State ended;
    private long removed;

    private Purging(Topic topic, State ended) {
      this.topic = topic;
      this.ended = ended;
    }

    private CompletableFuture<Optional<Long>> piece() {
      return Failures.catching(() -> store.purge(topic, ended, PIECE)).handle(this::done);
    }

    private Optional<Long> done(Integer count, @Nullable Throwable error) {
      if (error != null) {
        throw failure(Failures.explain(error));
      }
      telling.purged(topic, count);
      removed += count;
      return count < PIECE ? Optional.of(removed) : Optional.empty();
    }

    /** After the first piece it is not true any more that nothing has happened. */
    private BideException failure(BideException error) {
      return removed == 0
          ? error
          : new BideException(
              ErrorCode.UNKNOWN,
              "purged " + removed + " messages of topic " + topic + ", then: " + error.getMessage(),
              error);
    }
  }

  /** One redrive: each piece goes on where the one before stopped, in place and in time. */
  private final class Redriving {
    private final Redrive whole;
    private final List<String> conflicts = new ArrayList<>();
    private @Nullable String cursor;
    private int redriven;

    private Redriving(Redrive whole) {
      this.whole = whole;
      this.cursor = whole.cursor();
    }

    private CompletableFuture<Optional<RedriveResult>> piece() {
      return Failures.catching(() -> store.redrive(next())).handle(this::done);
    }

    private Redrive next() {
      return whole
          .after(cursor)
          .limit(Math.min(PIECE, whole.limit() - redriven))
          .starting(whole.start().plus(whole.spacing().multipliedBy(redriven)));
    }

    private Optional<RedriveResult> done(RedriveResult piece, @Nullable Throwable error) {
      if (error != null) {
        return failed(Failures.explain(error));
      }
      telling.redriven(whole.topic(), piece.redriven());
      redriven += piece.redriven();
      conflicts.addAll(piece.conflicts());
      cursor = piece.cursor();
      boolean enough = redriven >= whole.limit() || conflicts.size() >= MAX_CONFLICTS;
      return cursor == null || enough ? Optional.of(result()) : Optional.empty();
    }

    /** What earlier pieces did is worth an answer: whoever goes on from there meets the failure. */
    private Optional<RedriveResult> failed(BideException error) {
      if (redriven == 0 && conflicts.isEmpty()) {
        throw error;
      }
      return Optional.of(result());
    }

    private RedriveResult result() {
      return new RedriveResult(redriven, conflicts, cursor);
    }
  }
}
