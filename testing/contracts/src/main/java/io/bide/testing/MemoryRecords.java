package io.bide.testing;

import io.bide.Page;
import io.bide.Records;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Records in a sorted map. */
final class MemoryRecords implements Records {
  private static final Comparator<String> BY_BYTES =
      (a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b));

  private final Map<String, Entry> entries = new TreeMap<>(BY_BYTES);
  private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
  private final Consumer<String> changed;
  private long lastVersion;

  private record Watcher(String prefix, Consumer<String> listener) {}

  /**
   * Empty records.
   *
   * @param changed hears of every change
   */
  MemoryRecords(Consumer<String> changed) {
    this.changed = changed;
  }

  @Override
  public synchronized CompletableFuture<Optional<Entry>> get(String key) {
    return CompletableFuture.completedFuture(Optional.ofNullable(entries.get(key)));
  }

  @Override
  public CompletableFuture<Boolean> compareAndSet(
      String key, long expectedVersion, @Nullable String value) {
    boolean written = write(key, expectedVersion, value);
    if (written) {
      changed.accept(key);
      watchers.stream()
          .filter(watcher -> key.startsWith(watcher.prefix()))
          .forEach(watcher -> watcher.listener().accept(key));
    }
    return CompletableFuture.completedFuture(written);
  }

  private synchronized boolean write(String key, long expectedVersion, @Nullable String value) {
    Entry entry = entries.get(key);
    if (expectedVersion != (entry == null ? Entry.ABSENT : entry.version())) {
      return false;
    }
    if (value == null) {
      entries.remove(key);
    } else {
      entries.put(key, new Entry(key, value, ++lastVersion));
    }
    return true;
  }

  @Override
  public synchronized CompletableFuture<Page<Entry>> list(
      String prefix, @Nullable String cursor, int limit) {
    List<Entry> rest = entries.values().stream()
        .filter(entry -> entry.key().startsWith(prefix))
        .filter(entry -> cursor == null || BY_BYTES.compare(entry.key(), cursor) > 0)
        .toList();
    List<Entry> page = rest.stream().limit(limit).toList();
    String last = rest.size() > page.size() ? page.get(page.size() - 1).key() : null;
    return CompletableFuture.completedFuture(new Page<>(page, last));
  }

  @Override
  public AutoCloseable watch(String prefix, Consumer<String> listener) {
    Watcher watcher = new Watcher(prefix, listener);
    watchers.add(watcher);
    return () -> watchers.remove(watcher);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
