package io.bide.engine;

import io.bide.BideException;
import io.bide.Page;
import io.bide.Records;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The store's records behind the queue's gate, with checked keys, told to whoever watches them. */
final class WatchedRecords implements Records {
  private static final Logger log = LoggerFactory.getLogger(WatchedRecords.class);
  private static final int MAX_PAGE = 1_000;

  private final Records stored;
  private final Gate gate;
  private final Gate.Room room;
  private final List<Watch> watches = new CopyOnWriteArrayList<>();

  /** One watch; not a record, because two of the same listener are two. */
  private static final class Watch {
    private final String prefix;
    private final Consumer<String> listener;

    private Watch(String prefix, Consumer<String> listener) {
      this.prefix = prefix;
      this.listener = listener;
    }
  }

  WatchedRecords(Records stored, Gate gate, Gate.Room room) {
    this.stored = stored;
    this.gate = gate;
    this.room = room;
  }

  @Override
  public CompletableFuture<Optional<Entry>> get(String key) {
    return pass(() -> {
      checkKey(key);
      return stored.get(key);
    });
  }

  @Override
  public CompletableFuture<Boolean> compareAndSet(
      String key, long expectedVersion, @Nullable String value) {
    return pass(() -> {
      checkKey(key);
      checkSize("value", value == null ? "" : value, MAX_VALUE_BYTES);
      return stored.compareAndSet(key, expectedVersion, value);
    });
  }

  @Override
  public CompletableFuture<Page<Entry>> list(String prefix, @Nullable String cursor, int limit) {
    return pass(() -> {
      checkSize("prefix", prefix, MAX_KEY_BYTES);
      if (limit < 1 || limit > MAX_PAGE) {
        throw BideException.invalid("limit", "is " + limit + "; give 1 to " + MAX_PAGE);
      }
      return stored.list(prefix, cursor, limit);
    });
  }

  @Override
  public AutoCloseable watch(String prefix, Consumer<String> listener) {
    Watch watch = new Watch(prefix, listener);
    watches.add(watch);
    return () -> watches.remove(watch);
  }

  void changed(String key) {
    for (Watch watch : watches) {
      if (key.startsWith(watch.prefix)) {
        tell(watch, key);
      }
    }
  }

  private static void tell(Watch watch, String key) {
    try {
      watch.listener.accept(key);
    } catch (RuntimeException e) {
      log.warn("A listener failed on a change of record {}", key, e);
    }
  }

  private <T> CompletableFuture<T> pass(Supplier<CompletableFuture<T>> call) {
    return gate.pass(room, 1, call, Function.identity());
  }

  private static void checkKey(String key) {
    if (key.isEmpty()) {
      throw BideException.invalid("key", "is empty; give 1 to " + MAX_KEY_BYTES + " bytes");
    }
    checkSize("key", key, MAX_KEY_BYTES);
  }

  private static void checkSize(String field, String text, int most) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > most) {
      throw BideException.tooLarge(field, "has " + bytes + " bytes; the most is " + most);
    }
  }
}
