package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The items of a request. One object is answered with a status of its own; an array always with 200
 * and one result for each item, in order. An item whose values make no sense fails alone.
 *
 * @param <T> what an item asks for
 */
final class Batch<T> {
  private final List<T> good = new ArrayList<>();
  private final List<@Nullable BideException> errors = new ArrayList<>();
  private boolean single;

  /** Reads an item's shape; what it gives then judges its values. */
  @FunctionalInterface
  interface Item<T> {
    Supplier<T> read(int index) throws IOException;
  }

  /** One object. */
  static <T> Batch<T> of(T item) {
    Batch<T> batch = new Batch<>();
    batch.good.add(item);
    batch.single = true;
    return batch;
  }

  /** Reads an array. */
  void read(JsonIn in, Item<T> item) throws IOException {
    if (!in.isArray()) {
      throw in.wrong("must be one object or an array of objects");
    }
    in.array(() -> add(item.read(errors.size())));
    if (errors.isEmpty()) {
      throw in.wrong("is an empty array; send at least one object");
    }
  }

  private void add(Supplier<T> item) {
    try {
      good.add(item.get());
      errors.add(null);
    } catch (BideException e) {
      errors.add(e);
    }
  }

  boolean single() {
    return single;
  }

  List<T> good() {
    return good;
  }

  /** Answers with the results of the good items and the errors of the others. */
  <R> void answer(Call call, List<R> results, BiConsumer<JsonOut, R> write) {
    JsonOut out = new JsonOut().beginObject().name("results").beginArray();
    int next = 0;
    for (BideException error : errors) {
      if (error == null) {
        write.accept(out, results.get(next++));
      } else {
        Problem.of(error).writeItem(out);
      }
    }
    call.answer(200, RestDialect.JSON, out.endArray().endObject().toBuffer());
  }
}
