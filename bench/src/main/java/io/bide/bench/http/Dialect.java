package io.bide.bench.http;

import java.util.Arrays;
import java.util.Locale;

/** In what a server is spoken to. */
public enum Dialect {
  /** The native one. */
  REST(new RestSpeech()),
  /** That of camellia-delay-queue. */
  CAMELLIA(new CamelliaSpeech());

  @SuppressWarnings("ImmutableEnumChecker") // it has no state
  private final Speech speech;

  Dialect(Speech speech) {
    this.speech = speech;
  }

  Speech speech() {
    return speech;
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The dialect of that name. */
  public static Dialect of(String name) {
    return Arrays.stream(values())
        .filter(dialect -> dialect.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            "there is no dialect " + name + "; there are " + Arrays.toString(values())));
  }
}
