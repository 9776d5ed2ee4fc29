package io.bide.imports;

import io.bide.Put;
import java.util.Objects;

/** A message that was read from the source, and where it was. */
final class Entry {
  private final Member member;
  private final String contentKey;
  private final byte[] content;
  private final Put put;

  Entry(Member member, String contentKey, byte[] content, Put put) {
    this.member = member;
    this.contentKey = contentKey;
    this.content = content;
    this.put = put;
  }

  Member member() {
    return member;
  }

  String contentKey() {
    return contentKey;
  }

  byte[] content() {
    return content;
  }

  Put put() {
    return put;
  }

  /** By which it is known again. */
  String token() {
    return Objects.requireNonNull(put.token());
  }
}
