package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.Page;
import io.bide.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All topics, by name. */
final class Topics {
  private final Map<Topic, TopicState> byName = new HashMap<>();
  private final NavigableMap<Topic, TopicState> sorted = new TreeMap<>();
  private final Set<TopicState> touched = new LinkedHashSet<>();
  private int lastNumber;

  static Topics load(Database database) {
    Topics topics = new Topics();
    try (Scan scan = database.scan(Column.TOPIC, new byte[0], new byte[0])) {
      for (; scan.valid(); scan.next()) {
        topics.keep(read(database, scan));
      }
    }
    return topics;
  }

  private static TopicState read(Database database, Scan scan) {
    TopicState state = TopicState.decode(topicOf(scan.key()), scan.value());
    byte[] counters = database.get(Column.COUNTER, Keys.number(state.number));
    if (counters != null) {
      state.decodeCounters(counters);
    }
    return state;
  }

  private void keep(TopicState state) {
    byName.put(state.topic, state);
    sorted.put(state.topic, state);
    lastNumber = Math.max(lastNumber, state.number);
  }

  @Nullable
  TopicState find(Topic topic) {
    return byName.get(topic);
  }

  TopicState add(Topic topic) {
    TopicState state = new TopicState(topic, nextNumber());
    state.definitionDirty = true;
    keep(state);
    touch(state);
    return state;
  }

  int nextNumber() {
    return ++lastNumber;
  }

  void remove(TopicState state, Batch batch) {
    byName.remove(state.topic);
    sorted.remove(state.topic);
    state.definitionDirty = false;
    state.countersDirty = false;
    batch.delete(Column.TOPIC, Keys.topic(state.topic));
    batch.delete(Column.COUNTER, Keys.number(state.number));
  }

  Page<Topic> page(@Nullable String cursor, int limit) {
    List<Topic> found = new ArrayList<>();
    for (Topic topic :
        cursor == null ? sorted.keySet() : sorted.tailMap(parse(cursor), false).keySet()) {
      if (found.size() == limit) {
        return new Page<>(found, Cursor.encode(Keys.topic(found.get(limit - 1))));
      }
      found.add(topic);
    }
    return new Page<>(found, null);
  }

  private static Topic parse(String cursor) {
    return topicOf(Cursor.decode(cursor));
  }

  private static Topic topicOf(byte[] key) {
    String[] names = new String(key, StandardCharsets.UTF_8).split("\0", 2);
    if (names.length != 2) {
      throw BideException.invalid("cursor", "names no topic; send it unchanged");
    }
    return Topic.of(names[0], names[1]);
  }

  NavigableMap<Topic, TopicState> sorted() {
    return sorted;
  }

  int lastNumber() {
    return lastNumber;
  }

  /** Numbers up to this one have been used. */
  void used(int number) {
    lastNumber = Math.max(lastNumber, number);
  }

  void touch(TopicState state) {
    touched.add(state);
  }

  void writeTo(Batch batch) {
    for (TopicState state : touched) {
      if (state.definitionDirty) {
        batch.put(Column.TOPIC, Keys.topic(state.topic), state.encodeDefinition());
      }
      if (state.countersDirty) {
        batch.put(Column.COUNTER, Keys.number(state.number), state.encodeCounters());
      }
      state.definitionDirty = false;
      state.countersDirty = false;
    }
    touched.clear();
  }
}
