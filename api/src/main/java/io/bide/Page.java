package io.bide;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of a longer list.
 *
 * @param items may be fewer than asked for, even none, although there is more
 * @param cursor where to go on; absent at the end
 */
public record Page<T>(List<T> items, @Nullable String cursor) {
  public Page {
    items = List.copyOf(items);
  }
}
