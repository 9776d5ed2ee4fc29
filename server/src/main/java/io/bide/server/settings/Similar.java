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

  /** How many letters must be put in, left out or changed, or change places with their neighbour. */
  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(a, b, i, j, cost);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int cheapest(String a, String b, int i, int j, int[][] cost) {
    int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int least = Math.min(cost[i - 1][j - 1] + same, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
