package io.bide.server.settings;

import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds what somebody may have meant. */
public final class Similar {
  private Similar() {}

  /** The word most like this one; absent when none is like it. */
  public static @Nullable String to(String word, Stream<String> known) {
    String wanted = plain(word);
    int most = Math.max(1, wanted.length() / 3);
    return known
        .filter(candidate -> distance(wanted, plain(candidate)) <= most)
        .min(Comparator.comparingInt(candidate -> distance(wanted, plain(candidate))))
        .orElse(null);
  }

  /** Without what people mix up anyway. */
  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
  }

  /** How many letters must be put in, left out or changed. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
