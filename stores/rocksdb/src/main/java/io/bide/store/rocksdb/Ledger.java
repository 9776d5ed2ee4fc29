package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored messages as the writer sees them: reads see every change made so far, and changes are
 * gathered into one batch that {@link #flush} writes.
 *
 * <p>Entries and ids that are changed are remembered as objects until they are written, so that several
 * changes of one message cost one write; what is leased is remembered longer, so that it need not be
 * read again to be acknowledged. Nobody holds an entry across a flush. Everything else that
 * waits in the batch is found in {@code pending}. Index scans read the database, so {@link #scan}
 * flushes first. Only the writer's thread comes here.
 */
final class Ledger {
  private static final int REMEMBERED = 20_000;
  private static final byte[] NUMBERS_KEY = {'n', 'u', 'm', 'b', 'e', 'r', 's'};
  private static final byte[] GONE = {};

  private final Database database;
  private final Topics topics;
  private final Minutes minutes;
  private final Batch batch;
  private final Indexes indexes;
  private final Contents contents = new Contents(this);
  private final LinkedHashMap<EntryKey, Entry> entries = new LinkedHashMap<>(1024, 0.75f, true);
  private final LinkedHashMap<IdKey, Newest> ids = new LinkedHashMap<>(1024, 0.75f, true);
  private final List<Entry> dirtyEntries = new ArrayList<>();
  private final List<Newest> dirtyIds = new ArrayList<>();
  private final Map<PendingKey, byte[]> pending = new HashMap<>();
  private long sequence;
  private long fence;
  private long changes;
  private long wholeAt;

  Ledger(Database database, Wakeups wakeups) {
    this.database = database;
    this.minutes = new Minutes(database);
    this.batch = database.newBatch();
    this.indexes = new Indexes(batch, minutes, wakeups);
    this.topics = Topics.load(database);
    byte[] numbers = database.get(Column.META, NUMBERS_KEY);
    if (numbers != null) {
      Decoder in = new Decoder(numbers);
      sequence = in.int64();
      fence = in.int64();
      topics.used(in.int32());
    }
  }

  Topics topics() {
    return topics;
  }

  /** The topic, which exists from now on. */
  TopicState register(Topic topic) {
    TopicState state = topics.find(topic);
    if (state == null) {
      state = topics.add(topic);
      changes++;
    }
    return state;
  }

  /** Takes note of what was changed in a topic. */
  void touch(TopicState topic) {
    topics.touch(topic);
    changes++;
  }

  void forget(TopicState topic) {
    topics.remove(topic, batch);
    changes++;
  }

  /** How many changes were made so far. */
  long changes() {
    return changes;
  }

  /** What was changed so far is whole: what fails from here on has changed nothing yet. */
  void whole() {
    wholeAt = changes;
  }

  /** Whether something is changed in part. */
  boolean halfWay() {
    return changes != wholeAt;
  }

  Entry create(TopicState topic, String id) {
    return new Entry(topic, id, ++sequence);
  }

  long lastSequence() {
    return sequence;
  }

  long nextFence() {
    return ++fence;
  }

  /** A position before all others. */
  long frontPosition() {
    return - ++fence;
  }

  // Entries.

  @Nullable
  Entry find(TopicState topic, long wanted) {
    EntryKey key = new EntryKey(topic.number, wanted);
    Entry known = entries.get(key);
    if (known != null) {
      return known.removed ? null : known;
    }
    byte[] stored = database.get(Column.ENTRY, key.bytes());
    if (stored == null) {
      return null;
    }
    Entry entry = EntryCodec.decode(topic, wanted, stored);
    entries.put(key, entry);
    return entry;
  }

  /** The entry an index or id speaks of. */
  Entry get(TopicState topic, long wanted) {
    Entry entry = find(topic, wanted);
    if (entry == null) {
      throw new BideException(
          ErrorCode.CORRUPT,
          "an index of topic " + topic.topic + " names message " + wanted + ", which is missing");
    }
    return entry;
  }

  /** Takes note of what was changed in an entry and moves it in the indexes. */
  void save(Entry entry) {
    indexes.move(entry);
    topics.touch(entry.topic);
    changes++;
    if (!entry.dirty) {
      entry.dirty = true;
      dirtyEntries.add(entry);
    }
    entries.put(new EntryKey(entry.topic.number, entry.sequence), entry);
  }

  void remove(Entry entry) {
    entry.removed = true;
    save(entry);
  }

  // Ids.

  /** The newest message of an id: its sequence, 0 if there is none. */
  static final class Newest {
    private final IdKey key;
    long sequence;
    private boolean dirty;

    private Newest(IdKey key) {
      this.key = key;
    }
  }

  Newest newest(TopicState topic, String id) {
    IdKey key = new IdKey(topic.number, id);
    Newest known = ids.get(key);
    if (known != null) {
      return known;
    }
    Newest loaded = new Newest(key);
    byte[] stored = database.get(Column.ID, key.bytes());
    if (stored != null) {
      loaded.sequence = new Decoder(stored).varint();
    }
    ids.put(key, loaded);
    return loaded;
  }

  /** This one is the newest of its id, and about to be asked for. */
  void expect(Entry newestOfId) {
    IdKey key = new IdKey(newestOfId.topic.number, newestOfId.id);
    if (!ids.containsKey(key)) {
      Newest newest = new Newest(key);
      newest.sequence = newestOfId.sequence;
      ids.put(key, newest);
    }
  }

  void save(Newest newest) {
    if (!newest.dirty) {
      newest.dirty = true;
      dirtyIds.add(newest);
    }
    ids.put(newest.key, newest);
    changes++;
  }

  // Bodies, items, tokens and records: values by key.

  Contents contents() {
    return contents;
  }

  byte @Nullable [] value(Column column, byte[] key) {
    byte[] waiting = pending.isEmpty() ? null : pending.get(new PendingKey(column, key));
    if (waiting != null) {
      return waiting == GONE ? null : waiting;
    }
    return database.get(column, key);
  }

  void putValue(Column column, byte[] key, byte[] value) {
    batch.put(column, key, value);
    pending.put(new PendingKey(column, key), value);
    changes++;
  }

  void deleteValue(Column column, byte[] key) {
    batch.delete(column, key);
    pending.put(new PendingKey(column, key), GONE);
    changes++;
  }

  // Writing.

  /** A scan that sees every change made so far. */
  Scan scan(Column column, byte[] prefix, byte[] from) {
    flush();
    return database.scan(column, prefix, from);
  }

  /** Removes everything of a topic at once; it goes on under a new number. */
  void purge(TopicState topic) {
    flush();
    byte[] prefix = Keys.number(topic.number);
    for (Column column : Column.values()) {
      switch (column) {
        case META, TOPIC, RECORD -> {}
        default -> batch.deletePrefix(column, prefix);
      }
    }
    entries.keySet().removeIf(key -> key.topic() == topic.number);
    ids.keySet().removeIf(key -> key.topic() == topic.number);
    topic.renumber(topics.nextNumber());
    touch(topic);
  }

  /** Writes all changes in one atomic step. */
  void flush() {
    for (Entry entry : dirtyEntries) {
      writeEntry(entry);
    }
    for (Newest newest : dirtyIds) {
      writeId(newest);
    }
    minutes.writeTo(batch);
    topics.writeTo(batch);
    if (batch.isEmpty()) {
      return;
    }
    batch.put(Column.META, NUMBERS_KEY, numbers());
    database.commit(batch);
    batch.clear();
    dirtyEntries.clear();
    dirtyIds.clear();
    pending.clear();
    trim(entries);
    trim(ids);
  }

  private byte[] numbers() {
    return new Encoder(20)
        .int64(sequence)
        .int64(fence)
        .int32(topics.lastNumber())
        .done();
  }

  private void writeEntry(Entry entry) {
    EntryKey key = new EntryKey(entry.topic.number, entry.sequence);
    entry.dirty = false;
    if (entry.removed) {
      batch.delete(Column.ENTRY, key.bytes());
      entries.remove(key);
    } else {
      batch.put(Column.ENTRY, key.bytes(), EntryCodec.encode(entry));
      if (entry.ended != null || entry.leaseEnd == 0) {
        entries.remove(key);
      }
    }
  }

  private void writeId(Newest newest) {
    newest.dirty = false;
    ids.remove(newest.key);
    if (newest.sequence == 0) {
      batch.delete(Column.ID, newest.key.bytes());
    } else {
      batch.put(
          Column.ID, newest.key.bytes(), new Encoder(10).varint(newest.sequence).done());
    }
  }

  private static void trim(Map<?, ?> remembered) {
    var oldest = remembered.entrySet().iterator();
    while (remembered.size() > REMEMBERED) {
      oldest.next();
      oldest.remove();
    }
  }

  private record EntryKey(int topic, long sequence) {
    byte[] bytes() {
      return Keys.numbered(topic, sequence);
    }
  }

  private record IdKey(int topic, String id) {
    byte[] bytes() {
      return Keys.id(topic, id);
    }
  }

  private static final class PendingKey {
    private final Column column;
    private final byte[] key;

    PendingKey(Column column, byte[] key) {
      this.column = column;
      this.key = key;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof PendingKey that
          && column == that.column
          && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
      return 31 * column.hashCode() + Arrays.hashCode(key);
    }
  }
}
