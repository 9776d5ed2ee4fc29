package io.bide.imports;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names an entry of a source by all that it holds, so that it is known again, and a newer one is not. */
final class Tokens {
  private static final String PREFIX = "import-";
  private static final int BYTES = 16;

  private Tokens() {}

  static String of(String contentKey, byte[] content) {
    MessageDigest sha = digest("SHA-256");
    sha.update(contentKey.getBytes(StandardCharsets.UTF_8));
    sha.update((byte) 0);
    return PREFIX + HexFormat.of().formatHex(sha.digest(content), 0, BYTES);
  }

  /** As {@code redis.sha1hex} has it. */
  static String sha1(byte[] content) {
    return HexFormat.of().formatHex(digest("SHA-1").digest(content));
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }
}
