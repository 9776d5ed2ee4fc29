package io.bide.server.settings;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be set: on the command line, in the environment, or in a file.
 *
 * @param key its name in a file; dots separate levels
 * @param initial what it is when nobody sets it; absent when the default depends on something else
 * @param otherwise what it is when nobody sets it, in words
 * @param about one sentence for an operator
 */
public record Setting<T>(
    String key, Kind<T> kind, @Nullable String initial, String otherwise, String about) {
  static final String VARIABLE_PREFIX = "BIDE_";

  static <T> Setting<T> of(String key, Kind<T> kind, String initial, String about) {
    return new Setting<>(key, kind, initial, initial, about);
  }

  static <T> Setting<T> optional(String key, Kind<T> kind, String otherwise, String about) {
    return new Setting<>(key, kind, null, otherwise, about);
  }

  /** Its name on the command line. */
  public String option() {
    return "--" + key.replace('.', '-');
  }

  /** Its name in the environment. */
  public String variable() {
    return VARIABLE_PREFIX + key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
  }

  /** Its value when nobody sets it. */
  Optional<T> preset() {
    return initial == null ? Optional.empty() : Optional.of(kind.read(initial));
  }
}
