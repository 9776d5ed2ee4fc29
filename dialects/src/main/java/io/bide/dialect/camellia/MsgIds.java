package io.bide.dialect.camellia;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.SplittableRandom;

/**
 * Names messages that are sent without an id: 32 hexadecimal digits, as clients expect them. The first
 * 12 are the time, so that ids of one time lie close together in the store; the others are random.
 */
final class MsgIds {
  private static final int RANDOM_BITS_IN_HIGH = 16;
  private static final HexFormat HEX = HexFormat.of();

  private final InstantSource clock;
  // Ids are names, not secrets: a fast generator with a good seed keeps them apart.
  private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());

  MsgIds(InstantSource clock) {
    this.clock = clock;
  }

  synchronized String next() {
    long high = (clock.millis() << RANDOM_BITS_IN_HIGH) | (random.nextInt() & 0xFFFF);
    return HEX.toHexDigits(high) + HEX.toHexDigits(random.nextLong());
  }
}
