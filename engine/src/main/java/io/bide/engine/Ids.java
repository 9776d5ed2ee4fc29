package io.bide.engine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.SplittableRandom;

/**
 * Names messages that were put without an id. An id is 128 bits in 26 characters of Crockford's base
 * 32: 48 bits of milliseconds and 80 random ones, so that ids sort by time; or the hash of a token.
 *
 * <p>Within a process each generated id is greater than the one before, even when many are made in
 * one millisecond or the clock is set back.
 */
final class Ids {
  private static final char[] DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
  private static final int LENGTH = 26;
  private static final int BITS_PER_DIGIT = 5;
  private static final int RANDOM_BITS_IN_HIGH = 16;
  private static final long MAX_STEP = 1L << 32;

  private final InstantSource clock;
  // Ids are names, not secrets: a fast generator with a good seed keeps them apart.
  private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
  private long high;
  private long low;

  Ids(InstantSource clock) {
    this.clock = clock;
  }

  /** A new id, after all that were made before. */
  synchronized String next() {
    long time = clock.millis() << RANDOM_BITS_IN_HIGH;
    if (Long.compareUnsigned(time, high) > 0) {
      high = time | (random.nextInt() & 0xffff);
      low = random.nextLong();
    } else {
      step();
    }
    return encode(high, low);
  }

  /** The id of a put that has a token and no id: the same for the same token. */
  static String ofToken(String token) {
    ByteBuffer hash = ByteBuffer.wrap(sha256().digest(token.getBytes(StandardCharsets.UTF_8)));
    return encode(hash.getLong(), hash.getLong());
  }

  /** A random step, so that two processes that met in one millisecond part again. */
  private void step() {
    long before = low;
    low += 1 + random.nextLong(MAX_STEP);
    if (Long.compareUnsigned(low, before) < 0) {
      high++;
    }
  }

  private static String encode(long high, long low) {
    char[] text = new char[LENGTH];
    long upper = high;
    long lower = low;
    for (int i = LENGTH - 1; i >= 0; i--) {
      text[i] = DIGITS[(int) (lower & 31)];
      lower = lower >>> BITS_PER_DIGIT | upper << (Long.SIZE - BITS_PER_DIGIT);
      upper >>>= BITS_PER_DIGIT;
    }
    return new String(text);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
