package io.bide.client;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.net.URI;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes requests: finds a server that answers, and tries again where that is safe.
 *
 * <p>A server that cannot be reached or says that it is not available is left for the next one at
 * once; after a round through all of them there is a {@link Pause}. A request that certainly did not
 * happen is always tried again; one of which nobody can tell only if it is repeatable. The number of
 * rounds is bounded, and the deadline holds for all of them together. Thread-safe.
 */
final class Calls {
  private final Servers servers;
  private final Wire wire;
  private final Threads threads;
  private final Gate gate;
  private final int mostTries;

  Calls(ClientConfig config, Wire wire, Threads threads, Gate gate) {
    this.servers = new Servers(config.servers());
    this.wire = wire;
    this.threads = threads;
    this.gate = gate;
    this.mostTries = (config.retries() + 1) * servers.size();
  }

  /** Says what to send to a server; asked again for each try. */
  @FunctionalInterface
  interface Requests {
    Request to(URI server);
  }

  /**
   * Makes a request. A success is given as it is, and so are 404 and 409, which may be expected
   * answers; everything else fails. Completing the future by other means closes the connection.
   */
  CompletableFuture<Reply> call(Request request, Deadline deadline) {
    return call(server -> request, deadline);
  }

  CompletableFuture<Reply> call(Requests requests, Deadline deadline) {
    Tries tries = new Tries(requests, deadline);
    tries.go();
    return tries.result;
  }

  /** Sends to this server and no other, once. */
  CompletableFuture<Reply> callOnly(URI server, Request request, Deadline deadline) {
    return wire.send(server, request, deadline);
  }

  /** One request on its way to an answer. Its steps follow each other, on whichever threads. */
  private final class Tries {
    private final Requests requests;
    private final Deadline deadline;
    private final CompletableFuture<Reply> result = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<Reply> current;
    private boolean unknown;
    private int count;

    Tries(Requests requests, Deadline deadline) {
      this.requests = requests;
      this.deadline = deadline;
      var unused = result.whenComplete((reply, failure) -> abandon());
    }

    private void abandon() {
      CompletableFuture<Reply> open = current;
      if (open != null) {
        open.cancel(true);
      }
    }

    void go() {
      URI server = servers.current();
      Request request = requests.to(server);
      count++;
      CompletableFuture<Reply> reply = wire.send(server, request, deadline);
      current = reply;
      if (result.isDone()) {
        reply.cancel(true);
      }
      var unused =
          reply.whenComplete((answer, failure) -> landed(server, request, answer, failure));
    }

    private void landed(
        URI server, Request request, @Nullable Reply reply, @Nullable Throwable failure) {
      BideException error = failure == null ? seriousProblem(reply) : asError(failure);
      if (error == null && reply != null) {
        result.complete(unknown ? reply.withUnknownBefore() : reply);
        return;
      }
      if (error == null || result.isDone()) {
        return;
      }
      if (isServersTrouble(error)) {
        servers.leave(server);
      }
      again(request, error);
    }

    private void again(Request request, BideException error) {
      boolean nobodyCanTell = error.code().outcome() == ErrorCode.Outcome.UNKNOWN;
      unknown |= nobodyCanTell;
      boolean safe = nobodyCanTell ? request.repeatable() : isServersTrouble(error);
      // Only what is sent all over pauses; the next server is asked at once.
      int round = count / servers.size();
      long pause = count % servers.size() == 0 ? Pause.before(round) : 0;
      if (!safe || count >= mostTries || pause >= deadline.left()) {
        result.completeExceptionally(unknown ? honest(error) : error);
      } else if (gate.isClosed()) {
        result.completeExceptionally(closing(unknown ? honest(error) : error));
      } else if (pause == 0) {
        go();
      } else {
        var unused = threads.after(pause, this::go);
      }
    }
  }

  private static @Nullable BideException seriousProblem(@Nullable Reply reply) {
    if (reply == null || reply.ok() || reply.status() == 404 || reply.status() == 409) {
      return null;
    }
    return reply.problem().toException();
  }

  /** Whether another server, or the same one later, may do it. */
  static boolean isServersTrouble(BideException error) {
    return switch (error.code()) {
      case UNAVAILABLE, OVERLOADED, UNKNOWN -> true;
      case INVALID, TOO_LARGE, TOKEN_MISMATCH, FORBIDDEN, STORE_FULL, CORRUPT, CLOSED -> false;
    };
  }

  /** What fails after a try that may have happened may have happened, too. */
  static BideException honest(BideException last) {
    boolean certain = last.code().outcome() == ErrorCode.Outcome.DID_NOT_HAPPEN;
    return certain && last.code().retryable()
        ? new BideException(
            ErrorCode.UNKNOWN, last.getMessage() + "; an earlier try may have succeeded", last)
        : last;
  }

  private static BideException closing(BideException last) {
    return new BideException(
        last.code(),
        last.getMessage() + "; not tried again, because the client is being closed",
        last);
  }

  static BideException asError(@Nullable Throwable failure) {
    if (failure == null) {
      return new BideException(ErrorCode.UNKNOWN, "there is neither an answer nor a failure");
    }
    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
    if (cause instanceof BideException error) {
      return error;
    }
    return cause instanceof CancellationException
        ? new BideException(ErrorCode.UNKNOWN, "the call was cancelled", cause)
        : new BideException(ErrorCode.UNKNOWN, "the client has failed: " + cause, cause);
  }
}
