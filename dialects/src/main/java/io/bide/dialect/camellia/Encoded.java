package io.bide.dialect.camellia;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Names and values in the encoding of forms and queries: a plus is a blank, a percent sign begins a byte. */
final class Encoded {
  private Encoded() {}

  /** The bytes that are meant; absent if a percent sign is not followed by two digits. */
  static byte @Nullable [] decode(byte[] bytes, int from, int to) {
    byte[] decoded = Arrays.copyOfRange(bytes, from, to);
    int size = 0;
    for (int i = 0; i < decoded.length; i++) {
      byte b = decoded[i];
      if (b == '%') {
        int high = i + 2 < decoded.length ? Character.digit(decoded[i + 1], 16) : -1;
        int low = high < 0 ? -1 : Character.digit(decoded[i + 2], 16);
        if (low < 0) {
          return null;
        }
        decoded[size++] = (byte) ((high << 4) | low);
        i += 2;
      } else {
        decoded[size++] = b == '+' ? (byte) ' ' : b;
      }
    }
    return wellFormed(size == decoded.length ? decoded : Arrays.copyOf(decoded, size));
  }

  /** The same if it is UTF-8; otherwise what is not is replaced, as the original does. */
  static byte[] wellFormed(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        // A text that is UTF-8 comes back as it was.
        return new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
      }
    }
    return bytes;
  }
}
