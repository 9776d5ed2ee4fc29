package io.bide.store.redis;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * What each condition of Redis means for the caller. An error that Redis has answered before the first
 * write of a script means that nothing happened; whatever ends a command that was sent without an
 * answer means that nobody can tell.
 */
final class Failures {
  private static final String CORRUPT = "BIDECORRUPT ";

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

  /** What Redis has answered, if the error is, or was made of, an answer; otherwise nothing. */
  static String replyOf(Throwable error) {
    Throwable plain = plain(error);
    Throwable answer =
        plain instanceof BideException && plain.getCause() != null ? plain.getCause() : plain;
    return answer instanceof RedisCommandExecutionException
        ? String.valueOf(answer.getMessage())
        : "";
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
    if (plain instanceof RedisCommandExecutionException) {
      return answered(plain);
    }
    if (!sent || plain instanceof RedisConnectionException) {
      return new BideException(
          ErrorCode.UNAVAILABLE,
          "Redis cannot be reached; nothing was changed. The connection is tried again all the time",
          plain);
    }
    String why = plain instanceof RedisCommandTimeoutException
        ? "Redis has not answered in time"
        : "the connection to Redis was lost before it answered";
    return new BideException(
        ErrorCode.UNKNOWN,
        why + ", so nobody can tell whether it happened; repeat it with the same token",
        plain);
  }

  private static BideException answered(Throwable error) {
    String text = String.valueOf(error.getMessage());
    if (text.contains(CORRUPT)) {
      return new BideException(
          ErrorCode.CORRUPT,
          text.substring(text.indexOf(CORRUPT) + CORRUPT.length()) + "; an operator has to look",
          error);
    }
    if (has(text, "OOM")) {
      return new BideException(
          ErrorCode.STORE_FULL,
          "Redis has no memory left, so nothing new is taken; claims, acks and cancels go on."
              + " Raise maxmemory or let the queue drain, and put again",
          error);
    }
    if (isAboutRights(text)) {
      return unavailable(
          "Redis refuses this user: " + text
              + ". Give it the rights that docs/stores/redis.md lists",
          error);
    }
    if (has(text, "NOREPLICAS")) {
      return unavailable(
          "Redis takes no writes, because too few replicas follow it (min-replicas-to-write)",
          error);
    }
    if (has(text, "WRONGTYPE")) {
      return new BideException(
          ErrorCode.CORRUPT, "a key of the store holds something else: " + text, error);
    }
    if (text.contains("user_script") && !isRefusal(text)) {
      return new BideException(ErrorCode.UNKNOWN, "a script has failed half-way: " + text, error);
    }
    return unavailable("Redis is not ready: " + text + ". Nothing was changed", error);
  }

  private static BideException unavailable(String message, Throwable error) {
    return new BideException(ErrorCode.UNAVAILABLE, message, error);
  }

  /** Whether Redis has refused the first write of a script. */
  private static boolean isRefusal(String text) {
    return has(text, "READONLY") || has(text, "MISCONF") || has(text, "CLUSTERDOWN");
  }

  /** Whether an error reply has this code; older versions show errors inside scripts as part of another. */
  static boolean has(String text, String code) {
    return text.startsWith(code + " ") || text.equals(code) || text.contains("-" + code + " ");
  }

  static boolean isAboutRights(String text) {
    return has(text, "NOPERM")
        || has(text, "NOAUTH")
        || has(text, "WRONGPASS")
        || text.contains("The user executing the script can't");
  }

  /** Whether the slot is on its way to another server: nothing happened, and soon it can. */
  static boolean isAboutSlots(String text) {
    return has(text, "TRYAGAIN") || has(text, "MOVED") || has(text, "ASK");
  }

  /** A read changes nothing: that its answer is missing is not unknown, it did not happen. */
  static BideException ofRead(Throwable error) {
    BideException failure = of(error, true);
    return failure.code() == ErrorCode.UNKNOWN
        ? unavailable("Redis has not answered; nothing was changed", failure)
        : failure;
  }

  /** Why the store could not be opened. */
  static BideException atStart(RedisConfig config, RuntimeException error) {
    Throwable plain = plain(error);
    if (plain instanceof BideException known) {
      return known;
    }
    Throwable root = plain;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return unavailable(
        "cannot connect to Redis at " + config.safeUrl() + ": " + root.getMessage()
            + ". Is it running, and are address, user and password right?",
        plain);
  }
}
