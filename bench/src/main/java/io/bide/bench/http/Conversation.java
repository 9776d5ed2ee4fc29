package io.bide.bench.http;

/** What one connection is about: what to say after each answer. */
@FunctionalInterface
interface Conversation {
  /** An answer came; may send the next request. */
  void answered(Line line, Answer answer);
}
