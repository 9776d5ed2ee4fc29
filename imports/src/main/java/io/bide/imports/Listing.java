package io.bide.imports;

/**
 * A key of the source under which ids are listed.
 *
 * @param topic the one it belongs to; empty if it belongs to several
 */
record Listing(String key, Kind kind, Stage stage, String topic) {
  /** What the key holds. */
  enum Kind {
    /** A list whose first element is the next one. */
    LIST_FROM_HEAD,
    /** A list whose last element is the next one. */
    LIST_FROM_TAIL,
    /** An ordered set with points in time as scores. */
    SORTED
  }

  /** How far the messages are that it lists. */
  enum Stage {
    WAITING,
    READY,
    /** Handed out; the score is when they are to be handed out again. */
    CONSUMED
  }

  boolean isSorted() {
    return kind == Kind.SORTED;
  }
}
