package io.bide.dialect;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that never came as far as the queue, and why. It did not happen.
 *
 * <p>Carries no stack trace: it is an answer, and whoever sends garbage must not make it a costly one.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String code;
  private final @Nullable String field;
  private final transient Map<String, String> headers;

  /**
   * A refusal.
   *
   * @param status of HTTP, 4xx or 503
   * @param code stable, for programs
   * @param field what is wrong, if it is one thing
   * @param message for people: what is wrong and what to do
   * @param headers of the answer
   */
  public Refusal(
      int status,
      String code,
      @Nullable String field,
      String message,
      Map<String, String> headers) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.field = field;
    this.headers = Map.copyOf(headers);
  }

  public Refusal(int status, String code, String message) {
    this(status, code, null, message, Map.of());
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  public @Nullable String field() {
    return field;
  }

  public Map<String, String> headers() {
    return headers;
  }

  /** The message, which a refusal always has. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
