package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads what {@link Encoder} wrote; anything else is corruption. */
final class Decoder {
  private final byte[] buffer;
  private int at;

  Decoder(byte[] buffer) {
    this(buffer, 0);
  }

  Decoder(byte[] buffer, int from) {
    this.buffer = buffer;
    this.at = from;
  }

  int int8() {
    need(1);
    return buffer[at++];
  }

  int int32() {
    need(4);
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = (value << 8) | (buffer[at++] & 0xff);
    }
    return value;
  }

  long int64() {
    need(8);
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = (value << 8) | (buffer[at++] & 0xff);
    }
    return value;
  }

  long ordered() {
    return int64() ^ Long.MIN_VALUE;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      need(1);
      byte b = buffer[at++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw corrupt();
  }

  int count() {
    long value = varint();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw corrupt();
    }
    return (int) value;
  }

  byte[] bytes() {
    int length = count();
    need(length);
    byte[] bytes = Arrays.copyOfRange(buffer, at, at + length);
    at += length;
    return bytes;
  }

  String text() {
    int length = count();
    need(length);
    String text = new String(buffer, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  Map<String, String> map() {
    int size = count();
    if (size == 0) {
      return Map.of();
    }
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      map.put(text(), text());
    }
    return map;
  }

  private void need(int bytes) {
    if (bytes > buffer.length - at) {
      throw corrupt();
    }
  }

  private static BideException corrupt() {
    return new BideException(
        ErrorCode.CORRUPT, "a stored value ends before it should; restore the data from a backup");
  }
}
