package io.bide;

/**
 * Why an operation failed, in words that stay the same across versions, wires and stores.
 *
 * <p>There are three outcomes of an operation, never two: it happened, it did not happen, or nobody
 * can tell. A code says which of the last two it stands for, and whether trying again can help.
 */
public enum ErrorCode {
  /** A field is malformed or contradicts another one. Correct it and send again. */
  INVALID(Outcome.DID_NOT_HAPPEN, false),
  /** A body, batch or name is over its limit. */
  TOO_LARGE(Outcome.DID_NOT_HAPPEN, false),
  /** The token was used before with other content. */
  TOKEN_MISMATCH(Outcome.DID_NOT_HAPPEN, false),
  /** The caller may not do this. */
  FORBIDDEN(Outcome.DID_NOT_HAPPEN, false),
  /** Too much is waiting or in flight here. Try again later. */
  OVERLOADED(Outcome.DID_NOT_HAPPEN, true),
  /** The disk or the memory behind the store is full: puts are refused, everything else goes on. */
  STORE_FULL(Outcome.DID_NOT_HAPPEN, true),
  /** The store cannot be reached or is not ready. */
  UNAVAILABLE(Outcome.DID_NOT_HAPPEN, true),
  /** The stored data is damaged; nothing was changed. An operator has to look. */
  CORRUPT(Outcome.DID_NOT_HAPPEN, false),
  /** The queue has been closed. */
  CLOSED(Outcome.DID_NOT_HAPPEN, false),
  /** It may or may not have happened. A put can be repeated safely with the same token. */
  UNKNOWN(Outcome.UNKNOWN, true);

  /** What is certain after a failure. */
  public enum Outcome {
    DID_NOT_HAPPEN,
    UNKNOWN
  }

  private final Outcome outcome;
  private final boolean retryable;

  ErrorCode(Outcome outcome, boolean retryable) {
    this.outcome = outcome;
    this.retryable = retryable;
  }

  public Outcome outcome() {
    return outcome;
  }

  /** Whether the same request may succeed later. */
  public boolean retryable() {
    return retryable;
  }
}
