package io.bide.worker;

import io.bide.BideException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a worker serves one topic.
 *
 * @param concurrency how many calls of the handler run at the same time; 10 by default
 * @param prefetch how many calls more are claimed ahead and wait here; none by default, so that no
 *     more is claimed than can be begun at once. For handlers that are quicker than a claim: while they
 *     work on what is here the next is on its way. Whatever waits here is hidden from other workers
 * @param batchSize how many messages one claim asks for at most, which is also the most that a batch
 *     handler is given at once; 100 by default, 1,000 at most
 * @param lease how long a claim is good for before it is extended; left out, the message's own or the
 *     topic's
 * @param longest how long a handler may run with its lease being extended; 12 hours by default. Zero:
 *     a lease is never extended, and a message whose handler takes longer is handed out again
 * @param onError what a handler that throws has said; by default {@link Outcome#retry()}
 * @param deadLetters gets the {@linkplain io.bide.Topic#deathNotices() notice} of every message of
 *     the topic that dies or expires, at least once, on one of the workers that ask for it. Whoever
 *     asks switches the topic's notices on
 */
public record TopicOptions(
    int concurrency,
    int prefetch,
    int batchSize,
    @Nullable Duration lease,
    Duration longest,
    Function<Throwable, Outcome> onError,
    @Nullable Handler deadLetters) {
  public static final int DEFAULT_CONCURRENCY = 10;
  public static final int DEFAULT_BATCH_SIZE = 100;
  public static final int MAX_BATCH_SIZE = 1_000;
  public static final int MAX_PREFETCH = 10_000;
  public static final Duration DEFAULT_LONGEST = Duration.ofHours(12);
  public static final TopicOptions DEFAULT = new TopicOptions(
      DEFAULT_CONCURRENCY,
      0,
      DEFAULT_BATCH_SIZE,
      null,
      DEFAULT_LONGEST,
      error -> Outcome.retry(),
      null);

  public TopicOptions {
    if (concurrency < 1) {
      throw BideException.invalid("concurrency", "is " + concurrency + "; the least is 1");
    }
    if (prefetch < 0 || prefetch > MAX_PREFETCH) {
      throw BideException.invalid("prefetch", "is " + prefetch + "; give 0 to " + MAX_PREFETCH);
    }
    if (batchSize < 1 || batchSize > MAX_BATCH_SIZE) {
      throw BideException.invalid("batchSize", "is " + batchSize + "; give 1 to " + MAX_BATCH_SIZE);
    }
    if (lease != null && (lease.isNegative() || lease.isZero())) {
      throw BideException.invalid("lease", "is " + lease + "; it must be longer than zero");
    }
    if (longest.isNegative()) {
      throw BideException.invalid("longest", "is " + longest + "; it must not be negative");
    }
  }

  public static TopicOptions concurrently(int calls) {
    return DEFAULT.concurrency(calls);
  }

  public TopicOptions concurrency(int calls) {
    return new TopicOptions(calls, prefetch, batchSize, lease, longest, onError, deadLetters);
  }

  public TopicOptions prefetch(int calls) {
    return new TopicOptions(concurrency, calls, batchSize, lease, longest, onError, deadLetters);
  }

  public TopicOptions batchSize(int messages) {
    return new TopicOptions(concurrency, prefetch, messages, lease, longest, onError, deadLetters);
  }

  public TopicOptions lease(@Nullable Duration time) {
    return new TopicOptions(concurrency, prefetch, batchSize, time, longest, onError, deadLetters);
  }

  public TopicOptions longest(Duration time) {
    return new TopicOptions(concurrency, prefetch, batchSize, lease, time, onError, deadLetters);
  }

  public TopicOptions onError(Function<Throwable, Outcome> meaning) {
    return new TopicOptions(concurrency, prefetch, batchSize, lease, longest, meaning, deadLetters);
  }

  public TopicOptions deadLetters(@Nullable Handler handler) {
    return new TopicOptions(concurrency, prefetch, batchSize, lease, longest, onError, handler);
  }
}
