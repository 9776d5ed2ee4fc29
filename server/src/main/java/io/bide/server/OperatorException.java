package io.bide.server;

import org.jspecify.annotations.Nullable;

/** Something that an operator has to put right. The message says what is in the way, and what to do. */
public final class OperatorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OperatorException(String message) {
    this(message, null);
  }

  OperatorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
