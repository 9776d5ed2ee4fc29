package io.bide.dialect.ouqiang;

import io.bide.Records;
import io.bide.Records.Entry;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The durable record of where each id is, changed only by those who know its newest version. */
final class Places {
  private static final String PREFIX = "ouqiang/";

  private final Records records;

  Places(Records records) {
    this.records = records;
  }

  /**
   * What is known about an id.
   *
   * @param place absent when nothing is
   */
  record Known(@Nullable Place place, long version) {
    static final Known NOTHING = new Known(null, Entry.ABSENT);
  }

  CompletableFuture<Known> find(String id) {
    return records.get(PREFIX + id).thenApply(Places::known);
  }

  private static Known known(Optional<Entry> entry) {
    return entry
        .map(found -> new Known(Place.parse(found.value()), found.version()))
        .orElse(Known.NOTHING);
  }

  /** Writes where the id is, if nobody else has since; false otherwise. */
  CompletableFuture<Boolean> change(String id, Known known, Place place) {
    return records.compareAndSet(PREFIX + id, known.version(), place.text());
  }

  /** Forgets the id, if nobody has written it since. That somebody has is just as well. */
  CompletableFuture<Void> forget(String id, Known known) {
    return known.place() == null
        ? CompletableFuture.completedFuture(null)
        : records.compareAndSet(PREFIX + id, known.version(), null).thenAccept(written -> {});
  }
}
