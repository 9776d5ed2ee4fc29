package io.bide.store.rocksdb;

import io.bide.BideException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** An opaque place in an index, as text. */
final class Cursor {
  private Cursor() {}

  static String encode(byte[] key) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
  }

  static byte[] startAfter(@Nullable String cursor, byte[] start) {
    return startAfter(cursor == null ? null : decode(cursor), start);
  }

  /** The first key after the place, but not before {@code start}. */
  static byte[] startAfter(byte @Nullable [] key, byte[] start) {
    if (key == null) {
      return start;
    }
    byte[] after = new Encoder(key.length + 1).raw(key).int8(0).done();
    return Arrays.compareUnsigned(after, start) > 0 ? after : start;
  }

  static byte[] decode(String cursor) {
    try {
      return Base64.getUrlDecoder().decode(cursor);
    } catch (IllegalArgumentException e) {
      throw BideException.invalid(
          "cursor", "is not one that a page before has answered; send it unchanged");
    }
  }
}
