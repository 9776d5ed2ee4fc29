package io.bide.store.rocksdb;

import io.bide.Page;
import io.bide.Records.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Small values by key. A version is a number that is never used again. */
final class Recording {
  private final Ledger ledger;
  private final Wakeups wakeups;

  Recording(Ledger ledger, Wakeups wakeups) {
    this.ledger = ledger;
    this.wakeups = wakeups;
  }

  Optional<Entry> get(String key) {
    byte[] stored = ledger.value(Column.RECORD, bytes(key));
    return stored == null ? Optional.empty() : Optional.of(decode(key, stored));
  }

  boolean compareAndSet(String key, long expectedVersion, @Nullable String value) {
    long version = get(key).map(Entry::version).orElse(Entry.ABSENT);
    if (version != expectedVersion) {
      return false;
    }
    if (value != null) {
      byte[] stored = new Encoder(64).varint(ledger.nextFence()).text(value).done();
      ledger.putValue(Column.RECORD, bytes(key), stored);
    } else if (version != Entry.ABSENT) {
      ledger.deleteValue(Column.RECORD, bytes(key));
    }
    wakeups.recordChanged(key);
    return true;
  }

  Page<Entry> list(String prefix, @Nullable String cursor, int limit) {
    List<Entry> found = new ArrayList<>();
    byte[] last = null;
    byte[] from = Cursor.startAfter(cursor, bytes(prefix));
    try (Scan scan = ledger.scan(Column.RECORD, bytes(prefix), from)) {
      for (; found.size() < limit && scan.valid(); scan.next()) {
        last = scan.key();
        found.add(decode(new String(last, StandardCharsets.UTF_8), scan.value()));
      }
      return new Page<>(found, last != null && scan.valid() ? Cursor.encode(last) : null);
    }
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  private static Entry decode(String key, byte[] stored) {
    Decoder in = new Decoder(stored);
    long version = in.varint();
    return new Entry(key, in.text(), version);
  }
}
