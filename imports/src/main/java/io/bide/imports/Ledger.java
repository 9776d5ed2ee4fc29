package io.bide.imports;

import io.bide.Records;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Remembers what was stored of a source that was kept: the queue forgets messages some time after they ended,
 * and they must not come back to life when the import is repeated. An entry is removed with that of the source.
 */
final class Ledger {
  private static final String PREFIX = "imported/";
  private static final String STORED = "stored";

  private final Records records;

  Ledger(Records records) {
    this.records = records;
  }

  /** Which of these are known, in their order. */
  CompletableFuture<List<Boolean>> knows(List<String> tokens) {
    return all(tokens.stream()
        .map(token -> records.get(PREFIX + token).thenApply(Optional::isPresent))
        .toList());
  }

  CompletableFuture<List<Boolean>> add(List<String> tokens) {
    return all(tokens.stream()
        .map(token -> records.compareAndSet(PREFIX + token, Records.Entry.ABSENT, STORED))
        .toList());
  }

  CompletableFuture<List<Boolean>> remove(List<String> tokens) {
    return all(tokens.stream().map(this::remove).toList());
  }

  private CompletableFuture<Boolean> remove(String token) {
    return records
        .get(PREFIX + token)
        .thenCompose(entry -> entry.isEmpty()
            ? CompletableFuture.completedFuture(false)
            : records.compareAndSet(PREFIX + token, entry.get().version(), null));
  }

  private static CompletableFuture<List<Boolean>> all(List<CompletableFuture<Boolean>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
        .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
  }
}
