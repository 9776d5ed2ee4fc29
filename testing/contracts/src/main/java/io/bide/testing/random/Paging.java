package io.bide.testing.random;

import io.bide.Page;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through all pages of a list. */
final class Paging {
  private Paging() {}

  interface Pages<T> {
    Page<T> after(@Nullable String cursor);
  }

  static <T> List<T> all(int mostPages, Pages<T> pages) {
    List<T> all = new ArrayList<>();
    String cursor = null;
    for (int i = 0; i < mostPages; i++) {
      Page<T> page = pages.after(cursor);
      all.addAll(page.items());
      cursor = page.cursor();
      if (cursor == null) {
        return all;
      }
    }
    throw new AssertionError("no end after " + mostPages + " pages");
  }
}
