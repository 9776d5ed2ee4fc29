package io.bide.store.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Writes keys and values. Numbers in keys are big-endian, so that byte order is their order. */
final class Encoder {
  private byte[] buffer;
  private int size;

  Encoder(int expected) {
    buffer = new byte[expected];
  }

  Encoder int8(int value) {
    room(1);
    buffer[size++] = (byte) value;
    return this;
  }

  Encoder int32(int value) {
    room(4);
    for (int shift = 24; shift >= 0; shift -= 8) {
      buffer[size++] = (byte) (value >>> shift);
    }
    return this;
  }

  Encoder int64(long value) {
    room(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      buffer[size++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** A signed number whose byte order is its order. */
  Encoder ordered(long value) {
    return int64(value ^ Long.MIN_VALUE);
  }

  /** A number in as few bytes as it needs; negative ones take ten. */
  Encoder varint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      buffer[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[size++] = (byte) rest;
    return this;
  }

  Encoder raw(byte[] bytes) {
    return raw(bytes, bytes.length);
  }

  Encoder raw(byte[] bytes, int length) {
    room(length);
    System.arraycopy(bytes, 0, buffer, size, length);
    size += length;
    return this;
  }

  Encoder bytes(byte[] bytes) {
    return varint(bytes.length).raw(bytes);
  }

  Encoder text(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  Encoder map(Map<String, String> map) {
    varint(map.size());
    new TreeMap<>(map).forEach((key, value) -> text(key).text(value));
    return this;
  }

  int size() {
    return size;
  }

  /** Overwrites four bytes that were written before, little-endian. */
  void patchLittleEndian(int at, int value) {
    for (int i = 0; i < 4; i++) {
      buffer[at + i] = (byte) (value >>> (8 * i));
    }
  }

  void clear() {
    size = 0;
  }

  byte[] done() {
    return size == buffer.length ? buffer : Arrays.copyOf(buffer, size);
  }

  private void room(int more) {
    if (size + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(size + more, buffer.length * 2));
    }
  }
}
