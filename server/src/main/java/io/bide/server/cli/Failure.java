package io.bide.server.cli;

import org.jspecify.annotations.Nullable;

/** A command cannot go on: what went wrong, and in a second line what to do about it. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final @Nullable String hint;
  private final @Nullable String answer;
  private final boolean unknown;

  private Failure(String message, @Nullable String hint, @Nullable String answer, boolean unknown) {
    super(message, null, false, false);
    this.hint = hint;
    this.answer = answer;
    this.unknown = unknown;
  }

  /** It did not happen. */
  Failure(String message, @Nullable String hint) {
    this(message, hint, null, false);
  }

  /** It did not happen, and the server said so. */
  static Failure refused(String message, @Nullable String hint, Answer answer) {
    return new Failure(message, hint, answer.text(), false);
  }

  /** It may have happened. */
  static Failure unknown(String message, @Nullable Answer answer) {
    return new Failure(message, null, answer == null ? null : answer.text(), true);
  }

  @Nullable
  String hint() {
    return hint;
  }

  /** What the server said, word for word, if it said something. */
  @Nullable
  String answer() {
    return answer;
  }

  /** The same with a way out, for a request that may be repeated, unless there is a better one. */
  Failure orRepeat(String advice) {
    return hint == null ? new Failure(String.valueOf(getMessage()), advice, answer, unknown) : this;
  }

  boolean unknown() {
    return unknown;
  }

  Failure in(String place) {
    return new Failure(place + ": " + getMessage(), hint, answer, unknown);
  }
}
