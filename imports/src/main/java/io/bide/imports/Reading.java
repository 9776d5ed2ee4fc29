package io.bide.imports;

import io.bide.Put;

/** What was made of an entry of the source. */
sealed interface Reading {
  /** A message to store. */
  record Found(Put put) implements Reading {}

  /**
   * Nothing to store.
   *
   * @param detail in words, or empty
   */
  record Skipped(Skip why, String detail) implements Reading {
    Skipped(Skip why) {
      this(why, "");
    }
  }
}
