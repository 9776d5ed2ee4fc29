package io.bide;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a cancel.
 *
 * @param state the state the message is in now; absent when it is not known
 * @param itemsRemoved how many items not handed out were removed from a leased merged message
 */
public record CancelResult(Answer answer, @Nullable State state, int itemsRemoved) {
  /** What became of it. */
  public enum Answer {
    CANCELLED,
    /** Somebody is working on it. */
    LEASED,
    /** It had ended before. */
    ENDED,
    /** No such message is known. */
    UNKNOWN
  }
}
