package io.bide.client;

/** A request that claims to be pushed by a Bide server is not to be trusted. Answer it with 401. */
public final class WebhookException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** What is wrong with it. */
  public enum Reason {
    /** A header that a signed request has is missing. */
    NOT_SIGNED,
    /** A header is there, but makes no sense. */
    MALFORMED,
    /** It was sent too long ago, or in the future: perhaps it is an old one sent again. */
    OUT_OF_TIME,
    /** None of the secrets has signed this id, time and body. */
    WRONG_SIGNATURE
  }

  WebhookException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
