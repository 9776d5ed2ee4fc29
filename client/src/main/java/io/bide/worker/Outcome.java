package io.bide.worker;

import io.bide.BideException;
import io.bide.Due;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a handler says about a message it was given.
 *
 * <p>A handler that returns nothing has done its work; one that throws has failed, which {@link
 * TopicOptions#onError} turns into an outcome, {@link #retry()} by default. In an at-most-once topic
 * the message has ended with its claim, so only {@link NotNow} makes a difference there.
 */
public sealed interface Outcome {
  /** The work is done: the message is acknowledged. */
  static Outcome done() {
    return Done.DONE;
  }

  /** The work failed: the message is released, and its backoff says when it is tried again. */
  static Outcome retry() {
    return Retry.BY_BACKOFF;
  }

  /**
   * The work failed: the message is released, and tried again after this delay.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} for a negative delay
   */
  static Outcome retryAfter(Duration delay) {
    return new Retry(Due.after(delay));
  }

  /** The work failed: the message is released, and tried again at once and before all others. */
  static Outcome retryFirst() {
    return Retry.FIRST;
  }

  /** The work can never succeed: the message is dead, whatever attempts it has left. */
  static Outcome dead() {
    return Dead.DEAD;
  }

  /**
   * The work was not begun: the message goes back as if it had not been claimed, its attempt
   * included, and may be claimed again after this delay.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} for a negative delay
   */
  static Outcome notNow(Duration delay) {
    return new NotNow(Due.after(delay));
  }

  /** See {@link #done()}. */
  record Done() implements Outcome {
    private static final Done DONE = new Done();
  }

  /**
   * See {@link #retry()}, {@link #retryAfter} and {@link #retryFirst}.
   *
   * @param due when; absent, the backoff decides
   */
  record Retry(@Nullable Due due) implements Outcome {
    private static final Retry BY_BACKOFF = new Retry(null);
    private static final Retry FIRST = new Retry(Due.front());
  }

  /** See {@link #dead()}. */
  record Dead() implements Outcome {
    private static final Dead DEAD = new Dead();
  }

  /** See {@link #notNow}. */
  record NotNow(Due due) implements Outcome {}
}
