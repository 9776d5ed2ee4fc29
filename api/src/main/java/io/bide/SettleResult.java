package io.bide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one settle of a batch.
 *
 * @param state the state the message is in now; absent when it is not known
 * @param next after a release when it may be handed out again, after an extension when the lease ends
 * @param error why it failed, only with {@link Answer#FAILED}
 */
public record SettleResult(
    Answer answer,
    @Nullable State state,
    @Nullable Instant next,
    @Nullable BideException error) {
  /** What became of it. */
  public enum Answer {
    /** It happened. */
    OK,
    /** The receipt is an old one: the message was released or claimed again. Nothing was changed. */
    STALE,
    /** The message has ended; for an ack that found {@link State#DONE}, that is what it wanted. */
    ENDED,
    /** By id: the message is in none of the states named. Nothing was changed. */
    WRONG_STATE,
    /** No such message is known. */
    UNKNOWN,
    /** See {@link SettleResult#error()}. */
    FAILED
  }

  public static SettleResult ok(State state, @Nullable Instant next) {
    return new SettleResult(Answer.OK, state, next, null);
  }

  public static SettleResult refused(Answer answer, @Nullable State state) {
    return new SettleResult(answer, state, null, null);
  }

  public static SettleResult failed(BideException error) {
    return new SettleResult(Answer.FAILED, null, null, error);
  }

  public boolean ok() {
    return answer == Answer.OK;
  }
}
