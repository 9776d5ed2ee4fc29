package io.bide;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a put with {@link PutMode#MERGE} joins a live message.
 *
 * @param due whether the due time of the live message stays or moves to that of this put
 * @param longestWait with {@link DueRule#MOVE}: never later than this after the first item
 * @param itemsPerClaim how many items a claim hands out at most, besides the claim's own limit; the put
 *     that starts the message decides
 * @param raw whether the items are meant to be rendered one by one instead of as an array; the put
 *     that starts the message decides
 */
public record MergeOptions(
    DueRule due, @Nullable Duration longestWait, int itemsPerClaim, boolean raw) {
  public static final int MAX_ITEMS_PER_CLAIM = 1_000;
  public static final MergeOptions KEEP =
      new MergeOptions(DueRule.KEEP, null, MAX_ITEMS_PER_CLAIM, false);
  public static final MergeOptions MOVE =
      new MergeOptions(DueRule.MOVE, null, MAX_ITEMS_PER_CLAIM, false);

  /** What a merged put does to the due time. */
  public enum DueRule {
    /** The first item decides. */
    KEEP,
    /** The last item decides. */
    MOVE
  }

  public MergeOptions {
    if (longestWait != null) {
      Checks.notNegative("merge.longestWait", longestWait);
    }
    Checks.atLeast("merge.itemsPerClaim", 1, itemsPerClaim);
    if (itemsPerClaim > MAX_ITEMS_PER_CLAIM) {
      throw BideException.tooLarge(
          "merge.itemsPerClaim", "is " + itemsPerClaim + "; the most is " + MAX_ITEMS_PER_CLAIM);
    }
  }

  public MergeOptions longestWait(Duration wait) {
    return new MergeOptions(due, wait, itemsPerClaim, raw);
  }

  public MergeOptions itemsPerClaim(int items) {
    return new MergeOptions(due, longestWait, items, raw);
  }

  public MergeOptions raw(boolean oneByOne) {
    return new MergeOptions(due, longestWait, itemsPerClaim, oneByOne);
  }
}
