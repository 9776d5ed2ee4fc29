package io.bide.store.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads what {@link Packer} or a script wrote. */
final class Unpacker {
  private final byte[] bytes;
  private final int end;
  private int at;

  Unpacker(Object bytes) {
    this((byte[]) bytes, 0, ((byte[]) bytes).length);
  }

  private Unpacker(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** The bytes from one place up to another. */
  Unpacker part(int from, int to) {
    return new Unpacker(bytes, from, to);
  }

  /** Goes on at this place. */
  void goTo(int place) {
    at = place;
  }

  /** Where it ends. */
  int end() {
    return end;
  }

  /** Where it goes on. */
  int at() {
    return at;
  }

  long number(int length) {
    long value = 0;
    for (int i = 0; i < length; i++) {
      value = value << Byte.SIZE | (bytes[at++] & 0xff);
    }
    return value;
  }

  int int8() {
    return (int) number(1);
  }

  int int32() {
    return (int) number(Integer.BYTES);
  }

  long int64() {
    return number(Long.BYTES);
  }

  long millis() {
    return number(6);
  }

  Instant time() {
    return Instant.ofEpochMilli(millis());
  }

  /** A time that may be absent: 0 for none, otherwise one more than the time. */
  @Nullable
  Instant optionalTime() {
    long millis = millis();
    return millis == 0 ? null : Instant.ofEpochMilli(millis - 1);
  }

  Duration duration() {
    return Duration.ofSeconds(number(6), int32());
  }

  byte[] raw(int length) {
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  byte[] sized(int lengthBytes) {
    return raw((int) number(lengthBytes));
  }

  String text(int lengthBytes) {
    return new String(sized(lengthBytes), StandardCharsets.UTF_8);
  }

  byte[] rest() {
    return raw(end - at);
  }

  String restAsText() {
    return new String(rest(), StandardCharsets.UTF_8);
  }

  boolean isAtEnd() {
    return at == end;
  }
}
