package io.bide.testing.crash;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A queue whose every call and answer is written down. Blocks until the answer is there. */
final class RecordedQueue {
  /** How much longer than it asked for a call may take before it counts as not answered. */
  private static final long ANSWER_WITHIN_MILLIS = 60_000;

  private final Access queue;
  private final Journal journal;

  RecordedQueue(Access queue, Journal journal) {
    this.queue = queue;
    this.journal = journal;
  }

  List<Reply> put(List<Call.Put> puts) {
    return call(puts, 0, () -> queue.put(puts));
  }

  List<Handout> claim(Call.Claim claim) {
    Reply reply = call(claim, claim.waitUpTo(), () -> queue.claim(claim));
    return reply instanceof Reply.Claimed claimed ? claimed.handouts() : List.of();
  }

  List<Reply> settle(List<Call.Settle> settles) {
    return call(settles, 0, () -> queue.settle(settles));
  }

  void cancel(Call.Cancel cancel) {
    call(cancel, 0, () -> queue.cancel(cancel));
  }

  void reschedule(Call.Reschedule move) {
    call(move, 0, () -> queue.reschedule(move));
  }

  Reply stats(Call.Stats stats) {
    return call(stats, 0, () -> queue.stats(stats));
  }

  /** An answer and the time at which it came, which may be before this thread sees it. */
  private record Timed(List<Reply> replies, long at) {}

  private <R extends Reply> Reply call(
      Call call, long waitMillis, Supplier<CompletableFuture<R>> start) {
    return call(List.of(call), waitMillis, () -> start.get().thenApply(List::of))
        .get(0);
  }

  private List<Reply> call(
      List<? extends Call> calls, long waitMillis, Supplier<CompletableFuture<List<Reply>>> start) {
    List<Long> ops = new ArrayList<>();
    List<Event> invoked = new ArrayList<>();
    long before = Journal.now();
    for (Call call : calls) {
      long op = journal.nextOp();
      ops.add(op);
      invoked.add(new Event.Invoked(op, before, call));
    }
    journal.write(invoked);
    Timed answer = await(start, waitMillis, calls.size());
    List<Event> answered = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      answered.add(new Event.Answered(ops.get(i), answer.at(), answer.replies().get(i)));
    }
    journal.write(answered);
    return answer.replies();
  }

  private static Timed await(
      Supplier<CompletableFuture<List<Reply>>> start, long waitMillis, int size) {
    try {
      return start
          .get()
          .thenApply(replies -> new Timed(replies, Journal.now()))
          .get(waitMillis + ANSWER_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
    } catch (BideException e) {
      return failed(e, size);
    } catch (ExecutionException | CompletionException e) {
      return failed(e.getCause() == null ? e : e.getCause(), size);
    } catch (TimeoutException e) {
      return failed(new Reply.Failed(Reply.Failed.NO_ANSWER, false), size);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the load", e);
    }
  }

  private static Timed failed(Throwable error, int size) {
    ErrorCode code = error instanceof BideException bide ? bide.code() : ErrorCode.UNKNOWN;
    if (code == ErrorCode.UNKNOWN) {
      error.printStackTrace(); // to the parent's log; the history has only the code
    }
    return failed(Words.failed(code), size);
  }

  private static Timed failed(Reply.Failed failed, int size) {
    List<Reply> replies = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      replies.add(failed);
    }
    return new Timed(replies, Journal.now());
  }
}
