package io.bide.imports;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One element of a listing. */
final class Member {
  private final byte[] bytes;
  private final double score;

  /**
   * An element.
   *
   * @param score of an ordered set; zero in a list
   */
  Member(byte[] bytes, double score) {
    this.bytes = bytes;
    this.score = score;
  }

  byte[] bytes() {
    return bytes;
  }

  double score() {
    return score;
  }

  /** The id it stands for; null if it is no text. */
  @Nullable
  String id() {
    return text(bytes);
  }

  static @Nullable String text(byte[] utf8) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** For people. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
