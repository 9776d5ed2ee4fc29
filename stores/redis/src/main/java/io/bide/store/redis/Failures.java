package io.bide.store.redis;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * What each condition of Redis means for the caller. An error that Redis has answered before the first
 * write of a script means that nothing happened; whatever ends a command that was sent without an
 * answer means that nobody can tell.
 */
final class Failures {
  private Failures() {}

  /** The error without what futures wrap around it. */
  static Throwable plain(Throwable error) {
    Throwable plain = error;
    while ((plain instanceof CompletionException || plain instanceof ExecutionException)
        && plain.getCause() != null) {
      plain = plain.getCause();
    }
    return plain;
  }

  /**
   * The error as callers of a store see it.
   *
   * @param sent whether the command may have reached Redis
   */
  static BideException of(Throwable error, boolean sent) {
    Throwable plain = plain(error);
    if (plain instanceof BideException known) {
      return known;
    }
    if (plain instanceof RedisCommandExecutionException answered) {
      return answered(answered);
    }
    if (!sent) {
      return new BideException(
          ErrorCode.UNAVAILABLE,
          "Redis cannot be reached; nothing was changed. The connection is tried again all the time",
          plain);
    }
    String why = plain instanceof RedisCommandTimeoutException
        ? "Redis has not answered in time"
        : "the connection to Redis was lost before it answered";
    return new BideException(
        ErrorCode.UNKNOWN, why + ", so nobody can tell whether it happened; repeat it with the same token", plain);
  }

  private static BideException answered(RedisCommandExecutionException error) {
    String text = String.valueOf(error.getMessage());
    int corrupt = text.indexOf("BIDECORRUPT ");
    if (corrupt >= 0) {
      return new BideException(
          ErrorCode.CORRUPT, text.substring(corrupt + "BIDECORRUPT ".length()), error);
    }
    if (has(text, "OOM")) {
      return new BideException(
          ErrorCode.STORE_FULL,
          "Redis has no memory left, so nothing new is taken; claims, acks and cancels go on."
              + " Raise maxmemory or let the queue drain, and put again",
          error);
    }
    if (has(text, "NOPERM") || has(text, "NOAUTH") || has(text, "WRONGPASS")) {
      return new BideException(
          ErrorCode.UNAVAILABLE,
          "Redis refuses this user: " + text + ". Give it the rights that docs/stores/redis.md lists",
          error);
    }
    return new BideException(
        ErrorCode.UNAVAILABLE, "Redis is not ready: " + text + ". Nothing was changed", error);
  }

  /** Whether an error reply, also one raised inside a script, has this code. */
  static boolean has(String text, String code) {
    return text.startsWith(code) || text.contains(" " + code + " ") || text.contains("-" + code + " ")
        || text.contains(": " + code);
  }

  /** A read changes nothing: that its answer is missing is not unknown, it did not happen. */
  static BideException ofRead(Throwable error) {
    BideException failure = of(error, true);
    return failure.code() == ErrorCode.UNKNOWN
        ? new BideException(
            ErrorCode.UNAVAILABLE, "Redis has not answered; nothing was changed", failure)
        : failure;
  }
}
