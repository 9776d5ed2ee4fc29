package io.bide;

/** What a cancel does with a message that somebody is working on. */
public enum WhenLeased {
  /** Leaves it alone; of a merged message the items that were not handed out are removed. */
  REFUSE,
  /** Cancels it: the claimer's receipt becomes worthless. */
  VOID
}
