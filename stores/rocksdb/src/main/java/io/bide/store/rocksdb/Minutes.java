package io.bide.store.rocksdb;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many index entries fall into each minute, kept so that nobody has to count them: a histogram of
 * ten million waiting messages is a walk over a few thousand numbers.
 *
 * <p>Values are absolute and written in the same batch as the entries they count. A bounded number of
 * them is remembered; the rest is read again when it is needed.
 */
final class Minutes {
  static final int DUE = 0;
  static final int LEASE = 1;

  private static final long MINUTE = 60_000;
  private static final int REMEMBERED = 50_000;

  private final Database database;
  private final LinkedHashMap<Key, Long> counts = new LinkedHashMap<>(1024, 0.75f, true);
  private final Map<Key, Integer> changes = new HashMap<>();

  Minutes(Database database) {
    this.database = database;
  }

  static long of(long time) {
    return time / MINUTE;
  }

  static long start(long minute) {
    return minute * MINUTE;
  }

  void add(int topic, int kind, long at, int change) {
    changes.merge(new Key(topic, kind, of(at)), change, Integer::sum);
  }

  void writeTo(Batch batch) {
    changes.forEach((key, change) -> write(batch, key, change));
    changes.clear();
    forgetOldest();
  }

  private void write(Batch batch, Key key, int change) {
    if (change == 0) {
      return;
    }
    long count = counts.computeIfAbsent(key, this::read) + change;
    counts.put(key, count);
    if (count == 0) {
      batch.delete(Column.MINUTE, key.bytes());
    } else {
      batch.put(Column.MINUTE, key.bytes(), encode(count));
    }
  }

  private long read(Key key) {
    byte[] value = database.get(Column.MINUTE, key.bytes());
    return value == null ? 0 : decode(value);
  }

  static byte[] encode(long count) {
    return new Encoder(8).int64(count).done();
  }

  static long decode(byte[] value) {
    return new Decoder(value).int64();
  }

  private void forgetOldest() {
    var oldest = counts.keySet().iterator();
    while (counts.size() > REMEMBERED) {
      oldest.next();
      oldest.remove();
    }
  }

  private record Key(int topic, int kind, long minute) {
    byte[] bytes() {
      return Keys.minute(topic, kind, minute);
    }
  }
}
