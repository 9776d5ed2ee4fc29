package io.bide.dialect.rest;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Constants as they are written on the wire: in lower case, with dashes. */
final class Words {
  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The constant that a word stands for.
   *
   * @throws IllegalArgumentException when there is none, naming those there are
   */
  static <E extends Enum<E>> E parse(Class<E> type, String word) {
    for (E constant : type.getEnumConstants()) {
      if (of(constant).equals(word)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("must be one of " + all(type));
  }

  private static <E extends Enum<E>> String all(Class<E> type) {
    StringBuilder all = new StringBuilder();
    for (E constant : type.getEnumConstants()) {
      all.append(all.isEmpty() ? "" : ", ").append(of(constant));
    }
    return all.toString();
  }

  /** All words of a type, made once. */
  static <E extends Enum<E>> Map<E, String> table(Class<E> type) {
    Map<E, String> table = new EnumMap<>(type);
    for (E constant : type.getEnumConstants()) {
      table.put(constant, of(constant));
    }
    return table;
  }
}
