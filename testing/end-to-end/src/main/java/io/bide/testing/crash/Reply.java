package io.bide.testing.crash;

import io.bide.CancelResult;
import io.bide.PutResult;
import io.bide.RescheduleResult;
import io.bide.SettleResult;
import io.bide.State;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the queue answered. Times are epoch milliseconds of the store, zero means: absent. */
sealed interface Reply {
  /** The put is stored. */
  record Stored(String id, PutResult.How how, long created, long due, int items) implements Reply {}

  /** The id of the put was alive. */
  record Duplicate() implements Reply {}

  /** What was handed out. */
  record Claimed(List<Handout> handouts) implements Reply {}

  /** See {@link SettleResult}. */
  record Settled(SettleResult.Answer answer, @Nullable State state, long next) implements Reply {}

  /** See {@link CancelResult}. */
  record Cancelled(CancelResult.Answer answer, int itemsRemoved) implements Reply {}

  /** See {@link RescheduleResult}. */
  record Rescheduled(RescheduleResult.Answer answer, long due) implements Reply {}

  /** How many messages are in each state. */
  record Counts(Map<State, Long> counts) implements Reply {}

  /**
   * It failed.
   *
   * @param certain whether it certainly did not happen
   */
  record Failed(String code, boolean certain) implements Reply {
    /** The code of an operation that was not answered in time by a process that lived on. */
    static final String NO_ANSWER = "NO_ANSWER";
  }
}
