package io.bide.store.rocksdb;

import io.bide.Page;
import io.bide.Records;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@link Records} kept beside the messages. */
final class StoredRecords implements Records {
  private final Writer writer;
  private final Relay relay;

  StoredRecords(Writer writer, Relay relay) {
    this.writer = writer;
    this.relay = relay;
  }

  @Override
  public CompletableFuture<Optional<Entry>> get(String key) {
    return write(recording -> recording.get(key));
  }

  @Override
  public CompletableFuture<Boolean> compareAndSet(
      String key, long expectedVersion, @Nullable String value) {
    return write(recording -> recording.compareAndSet(key, expectedVersion, value));
  }

  @Override
  public CompletableFuture<Page<Entry>> list(String prefix, @Nullable String cursor, int limit) {
    return write(recording -> recording.list(prefix, cursor, limit));
  }

  @Override
  public AutoCloseable watch(String prefix, Consumer<String> listener) {
    Consumer<String> filtered = key -> {
      if (key.startsWith(prefix)) {
        listener.accept(key);
      }
    };
    relay.recordListeners.add(filtered);
    return () -> relay.recordListeners.remove(filtered);
  }

  private <T> CompletableFuture<T> write(Function<Recording, T> work) {
    return writer
        .submit(Command.<T>writing((machine, moment) -> {
          T answer = work.apply(machine.recording());
          return () -> answer;
        }))
        .future();
  }
}
