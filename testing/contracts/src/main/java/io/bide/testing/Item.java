package io.bide.testing;

import io.bide.Body;
import io.bide.PutResult;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One body of a message, with what makes its put repeatable. Equality is never asked for. */
final class Item {
  final Body body;
  final @Nullable Token token;

  Item(Body body, @Nullable Token token) {
    this.body = body;
    this.token = token;
  }

  /** What a token stands for: the content of its put and the first answer. */
  static final class Token {
    final String text;
    private final byte[] digest;
    final PutResult.Stored answer;

    Token(String text, byte[] digest, PutResult.Stored answer) {
      this.text = text;
      this.digest = digest;
      this.answer = answer;
    }

    boolean sameContent(byte[] other) {
      return Arrays.equals(digest, other);
    }
  }
}
