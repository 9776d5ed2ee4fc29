package io.bide.store.rocksdb;

import io.bide.Topic;
import java.nio.charset.StandardCharsets;

/** Builds the keys that {@link Column} draws. */
final class Keys {
  private static final int INDEX_KEY = 20;

  private Keys() {}

  static byte[] topic(Topic topic) {
    return new Encoder(64)
        .raw(topic.namespace().getBytes(StandardCharsets.UTF_8))
        .int8(0)
        .raw(topic.name().getBytes(StandardCharsets.UTF_8))
        .done();
  }

  static byte[] number(int topic) {
    return new Encoder(4).int32(topic).done();
  }

  /** Of an entry, a body. */
  static byte[] numbered(int topic, long sequence) {
    return new Encoder(12).int32(topic).int64(sequence).done();
  }

  static byte[] item(int topic, long chain, int n) {
    return new Encoder(16).int32(topic).int64(chain).int32(n).done();
  }

  static byte[] id(int topic, String id) {
    return new Encoder(40).int32(topic).raw(id.getBytes(StandardCharsets.UTF_8)).done();
  }

  static byte[] token(int topic, String id, String token) {
    byte[] idBytes = id.getBytes(StandardCharsets.UTF_8);
    return new Encoder(80)
        .int32(topic)
        .int32(idBytes.length)
        .raw(idBytes)
        .raw(token.getBytes(StandardCharsets.UTF_8))
        .done();
  }

  /** Of an entry in an index by time. */
  static byte[] index(int topic, long at, long sequence) {
    return new Encoder(INDEX_KEY).int32(topic).ordered(at).int64(sequence).done();
  }

  static byte[] ended(int topic, int state, long forgetAt, long sequence) {
    return new Encoder(INDEX_KEY + 1)
        .int32(topic)
        .int8(state)
        .ordered(forgetAt)
        .int64(sequence)
        .done();
  }

  /** Of an entry in an index that is told from others by a prefix. */
  static byte[] index(byte[] prefix, long at, long sequence) {
    return new Encoder(prefix.length + 16)
        .raw(prefix)
        .ordered(at)
        .int64(sequence)
        .done();
  }

  static byte[] endedPrefix(int topic, int state) {
    return new Encoder(5).int32(topic).int8(state).done();
  }

  static byte[] minute(int topic, int kind, long minute) {
    return new Encoder(13).int32(topic).int8(kind).ordered(minute).done();
  }

  /** The first key after all that start with these bytes; no name in UTF-8 has a byte of all ones. */
  static byte[] after(byte[] prefix) {
    if (prefix.length == 0) {
      return new byte[] {(byte) 0xff};
    }
    byte[] end = prefix.clone();
    for (int i = end.length - 1; i >= 0; i--) {
      end[i]++;
      if (end[i] != 0) {
        return end;
      }
    }
    throw new IllegalArgumentException("nothing comes after a prefix of all ones");
  }
}
