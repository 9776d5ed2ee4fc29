package io.bide.store.rocksdb;

import io.bide.Body;
import io.bide.Message;
import io.bide.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries as others see them. */
final class Views {
  private Views() {}

  /** The message as peek shows it. */
  static Message peek(Ledger ledger, Entry entry, Moment moment) {
    return of(entry, shownItems(ledger, entry), entry.itemCount(), moment.now());
  }

  static Message of(Entry entry, List<Body> items, int itemCount, long now) {
    State state = entry.state(now);
    return Message.of(entry.topic.topic, entry.id, state)
        .items(items, itemCount)
        .merged(entry.merged, entry.raw)
        .attributes(entry.attributes)
        .created(Instant.ofEpochMilli(entry.created))
        .due(Instant.ofEpochMilli(entry.due))
        .next(next(entry, state))
        .expiry(entry.ttl == null ? null : Instant.ofEpochMilli(entry.expiry()), entry.ttl)
        .lease(entry.lease)
        .backoff(entry.backoff)
        .attempts(entry.attempts, entry.maxAttempts)
        .claimed(time(entry.claimed))
        .ended(time(entry.endedAt), entry.cause)
        .build();
  }

  private static @Nullable Instant next(Entry entry, State state) {
    if (!state.live()) {
      return null;
    }
    return Instant.ofEpochMilli(entry.leaseEnd != 0 ? entry.leaseEnd : entry.standsAt());
  }

  static @Nullable Instant time(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis);
  }

  private static List<Body> shownItems(Ledger ledger, Entry entry) {
    if (entry.bodyDropped) {
      return List.of();
    }
    return items(ledger, entry, Math.min(entry.end, entry.from + Message.ITEMS_SHOWN));
  }

  /** The items from the first one up to, not including, {@code to}. */
  static List<Body> items(Ledger ledger, Entry entry, int to) {
    if (!entry.merged) {
      return List.of(ledger.contents().plainBody(entry));
    }
    List<Body> items = new ArrayList<>(to - entry.from);
    for (int n = entry.from; n < to; n++) {
      items.add(ledger.contents().item(entry, n).body());
    }
    return items;
  }
}
