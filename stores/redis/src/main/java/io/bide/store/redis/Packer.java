package io.bide.store.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** Writes values as the scripts read them: big-endian numbers of any size, texts after their length. */
final class Packer {
  private byte[] bytes;
  private int size;

  Packer(int expected) {
    bytes = new byte[expected];
  }

  /** The lowest bytes of a number, highest first. */
  Packer number(long value, int length) {
    reserve(length);
    for (int shift = (length - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[size++] = (byte) (value >>> shift);
    }
    return this;
  }

  Packer int8(int value) {
    return number(value, 1);
  }

  Packer int32(int value) {
    return number(value, Integer.BYTES);
  }

  /** A time or span in milliseconds. */
  Packer millis(long value) {
    return number(value, 6);
  }

  Packer duration(Duration duration) {
    return number(duration.getSeconds(), 6).int32(duration.getNano());
  }

  Packer raw(byte[] value) {
    return raw(value, value.length);
  }

  private Packer raw(byte[] value, int length) {
    reserve(length);
    System.arraycopy(value, 0, bytes, size, length);
    size += length;
    return this;
  }

  /** Bytes after their length, which itself takes so many bytes. */
  Packer sized(byte[] value, int lengthBytes) {
    return number(value.length, lengthBytes).raw(value);
  }

  Packer sized(String text, int lengthBytes) {
    return sized(utf8(text), lengthBytes);
  }

  byte[] done() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] text(long number) {
    return utf8(Long.toString(number));
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
