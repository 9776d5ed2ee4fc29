package io.bide.client;

import io.bide.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Part of a longer list, as it is read. */
final class PageJson<T> {
  private final List<T> items = new ArrayList<>();
  private @Nullable String cursor;

  private PageJson() {}

  /**
   * Reads a page.
   *
   * @param list the name of the field with the items
   */
  static <T> Page<T> read(JsonIn in, String list, Json.Reader<T> item) throws IOException {
    PageJson<T> page = new PageJson<>();
    in.object(name -> {
      if (name.equals(list)) {
        in.array(() -> page.items.add(item.read(in)));
      } else if (name.equals("cursor")) {
        page.cursor = in.text();
      } else {
        in.skip();
      }
    });
    return new Page<>(page.items, page.cursor);
  }
}
