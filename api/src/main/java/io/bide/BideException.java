package io.bide;

import org.jspecify.annotations.Nullable;

/**
 * An operation failed: {@link #code()} says why, and whether it certainly did not happen or nobody
 * can tell. Expected answers (nothing due, stale receipt, unknown id) are return values instead.
 */
public class BideException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final @Nullable String field;

  public BideException(ErrorCode code, String message) {
    this(code, null, message, null);
  }

  public BideException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(code, null, message, cause);
  }

  /**
   * An error that has come from elsewhere, such as over a wire.
   *
   * @param field the offending one, when one field is to blame
   */
  public BideException(
      ErrorCode code, @Nullable String field, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.field = field;
  }

  /** A malformed field: the message starts with the field's name. */
  public static BideException invalid(String field, String problem) {
    return new BideException(ErrorCode.INVALID, field, field + " " + problem, null);
  }

  /** A field over its limit: the message starts with the field's name. */
  public static BideException tooLarge(String field, String problem) {
    return new BideException(ErrorCode.TOO_LARGE, field, field + " " + problem, null);
  }

  public ErrorCode code() {
    return code;
  }

  /** The offending field, when one field is to blame. */
  public @Nullable String field() {
    return field;
  }
}
