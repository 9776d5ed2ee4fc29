package io.bide.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A key as it is kept: the secret itself is known only to whoever was shown it.
 *
 * @param hash SHA-256 of the secret, in hexadecimal digits; a secret of 256 random bits needs no salt
 */
public record ApiKey(String name, String hash, Scope scope) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final int SECRET_BYTES = 32;

  /** What tells a secret of ours from others, for people and for scanners that look for leaks. */
  private static final String SECRET_PREFIX = "bide_";

  public ApiKey {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("the name \"" + name + "\" is not allowed; use 1 to 64"
          + " letters, digits, dots, dashes or underscores, beginning with a letter or digit");
    }
    if (!HASH.matcher(hash).matches()) {
      throw new IllegalArgumentException("a hash has 64 hexadecimal digits");
    }
  }

  /** A new secret of 256 bits. */
  public static String newSecret(SecureRandom random) {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return SECRET_PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** What is kept of a secret. */
  public static ApiKey of(String name, String secret, Scope scope) {
    return new ApiKey(name, HexFormat.of().formatHex(digest(secret)), scope);
  }

  byte[] hashBytes() {
    return HexFormat.of().parseHex(hash);
  }

  static byte[] digest(String secret) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return name + ": " + scope;
  }
}
