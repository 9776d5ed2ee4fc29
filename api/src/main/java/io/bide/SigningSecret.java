package io.bide;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

/**
 * What signs pushed messages, in the form of Standard Webhooks: {@code whsec_} and the base64 of 24 to
 * 64 bytes. Its {@code toString} does not show it.
 */
public final class SigningSecret {
  private static final String PREFIX = "whsec_";
  private static final int LEAST_BYTES = 24;
  private static final int MOST_BYTES = 64;
  private static final int NEW_BYTES = 32;

  private final byte[] key;

  private SigningSecret(byte[] key) {
    this.key = key;
  }

  /**
   * Reads a secret.
   *
   * @throws BideException with {@link ErrorCode#INVALID}, which does not repeat the text
   */
  public static SigningSecret parse(String text) {
    if (text.startsWith(PREFIX)) {
      try {
        byte[] key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
        if (key.length >= LEAST_BYTES && key.length <= MOST_BYTES) {
          return new SigningSecret(key);
        }
      } catch (IllegalArgumentException e) {
        // Told below, without the text: it may be somebody's secret.
      }
    }
    throw BideException.invalid(
        "secrets",
        "must be whsec_ followed by the base64 of " + LEAST_BYTES + " to " + MOST_BYTES + " bytes");
  }

  /** A new one that nobody can guess. */
  public static SigningSecret random() {
    byte[] key = new byte[NEW_BYTES];
    new SecureRandom().nextBytes(key);
    return new SigningSecret(key);
  }

  /** The secret as it is given to a receiver. */
  public String text() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  /** The key itself, of the caller. */
  public byte[] key() {
    return key.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SigningSecret that && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }

  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
