package io.bide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a reschedule.
 *
 * @param state the state the message is in now; absent when it is not known
 * @param due the new due time, only with {@link Answer#RESCHEDULED}
 */
public record RescheduleResult(
    Answer answer, @Nullable State state, @Nullable Instant due) {
  /** What became of it. */
  public enum Answer {
    /** Done; of a leased merged message the next generation was moved. */
    RESCHEDULED,
    /** Somebody is working on it. */
    LEASED,
    /** It had ended before. */
    ENDED,
    /** No such message is known. */
    UNKNOWN
  }
}
