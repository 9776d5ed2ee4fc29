package io.bide;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of one call to an endpoint.
 *
 * @param status of HTTP; absent when there was no answer
 * @param detail what went wrong, in words; absent when it was delivered
 * @param took from the beginning of the call to its end
 */
public record PushReport(
    Outcome outcome, @Nullable Integer status, @Nullable String detail, Duration took) {
  /** How a call ended. */
  public enum Outcome {
    /** The receiver answered 2xx. */
    DELIVERED,
    /** The receiver answered something else. */
    REJECTED,
    /** The receiver answered 410: it does not want to be called any more. */
    GONE,
    /** No answer came in time. */
    TIMED_OUT,
    /** There was no connection, or it broke. */
    UNREACHABLE,
    /** The address may not be called. */
    FORBIDDEN,
    /** The message names no endpoint, or one that cannot be called. */
    UNDELIVERABLE
  }

  public boolean delivered() {
    return outcome == Outcome.DELIVERED;
  }
}
