package io.bide.server.settings;

import java.util.List;

/** The stores that can be named, and those that will be. */
final class StoreKind {
  static final String ROCKSDB = "rocksdb";

  static final Kind<String> KIND = new Kind<>("STORE", ROCKSDB, StoreKind::read);

  private static final List<String> LATER =
      List.of("redis://", "redis-sentinel://", "redis-cluster://");

  private StoreKind() {}

  private static String read(String text) {
    if (LATER.stream().anyMatch(text::startsWith)) {
      throw new IllegalArgumentException("Redis is not in this version");
    }
    if (!text.equals(ROCKSDB)) {
      throw new IllegalArgumentException();
    }
    return text;
  }
}
