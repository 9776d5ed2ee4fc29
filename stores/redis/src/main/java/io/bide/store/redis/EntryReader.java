package io.bide.store.redis;

import io.bide.Body;
import io.bide.Due;
import io.bide.Message;
import io.bide.State;
import io.bide.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages as scripts show them: state, id and record, then contents that are not in the
 * record; or, when they are plain and were handed out, the name in the index and the record. The format of
 * the record is drawn in {@code entry.lua}.
 */
final class EntryReader {
  private static final int TTL = 1;
  private static final int LEASE = 1 << 1;
  private static final int BACKOFF = 1 << 2;
  private static final int ATTRIBUTES = 1 << 3;
  private static final int TOKEN = 1 << 4;
  private static final int HANDED = 1 << 5;
  private static final int MERGED = 1 << 6;
  private static final int RAW = 1 << 7;
  private static final int ENDED = 1 << 9;
  private static final int DROPPED = 1 << 10;
  private static final int LISTED = 1 << 11;
  private static final int LARGE = 1 << 12;
  private static final int FIRST_ITEM = 1 << 13;
  private static final int POSITION = 1 << 15;
  private static final int ANSWER = 1 << 17;

  /** How many bytes are at the end of every record. */
  private static final int END_SIZE = 28;

  private static final int ANSWER_SIZE = 7;
  private static final int DIGEST_SIZE = 16;
  private static final int HANDED_SIZE = 24;
  private static final int MERGED_SIZE = 42;
  private static final int ENDED_SIZE = 14;
  private static final int LISTED_SIZE = 16;
  private static final int MILLIS_SIZE = 6;

  private final Topic topic;
  private final Unpacker in;
  private final Message.Builder message;
  private final State state;
  private final String id;
  private final int flags;
  private int items = 1;
  private int attempts;
  private long fence;
  private long leaseEnd;
  private long due;
  private @Nullable Body inline;

  private EntryReader(Topic topic, State state, String id, Unpacker in) {
    this.topic = topic;
    this.in = in;
    this.state = state;
    this.id = id;
    message = Message.of(topic, id, state);
    int start = in.at();
    in.goTo(in.end() - END_SIZE);
    in.int8();
    flags = (int) in.number(3);
    read(start);
  }

  private static EntryReader of(Topic topic, Object shown) {
    Unpacker in = new Unpacker(shown);
    State state = Codes.state(in.int8());
    return new EntryReader(topic, state, in.text(2), in);
  }

  /** A message that was only looked at. */
  static Message look(Topic topic, List<?> shown, boolean bodies) {
    EntryReader reader = of(topic, shown.get(0));
    return reader.message(bodies ? reader.bodies(shown) : List.of(), reader.items);
  }

  /** What a claim has handed out. */
  static Handed handed(Topic topic, List<?> shown) {
    EntryReader reader = of(topic, shown.get(0));
    List<Body> bodies = reader.bodies(shown);
    int count = reader.state == State.DONE ? bodies.size() : reader.items;
    return new Handed(reader.message(bodies, count), reader.fence);
  }

  /** A plain message that a claim has handed out, by its name in the index and its record. */
  static Handed handed(Topic topic, Object name, Object record) {
    Unpacker in = new Unpacker(name);
    in.int64();
    EntryReader reader =
        new EntryReader(topic, State.LEASED, in.restAsText(), new Unpacker(record));
    Body body = reader.inline;
    return new Handed(reader.message(body == null ? List.of() : List.of(body), 1), reader.fence);
  }

  /** A message that was handed out, and the fence of its lease. */
  record Handed(Message message, long fence) {}

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  private void read(int start) {
    int maxAttempts = in.int32();
    message.created(in.time());
    due = in.millis();
    message.due(Instant.ofEpochMilli(due));
    in.goTo(start);
    options();
    content();
    if (has(ANSWER)) {
      in.raw(ANSWER_SIZE);
    }
    if (has(HANDED)) {
      attempts = in.int32();
      fence = in.int64();
      leaseEnd = in.millis();
      long claimed = in.millis();
      message.claimed(claimed == 0 ? null : Instant.ofEpochMilli(claimed));
    }
    message.attempts(attempts, maxAttempts);
    message.merged(has(MERGED), has(RAW));
    if (has(MERGED)) {
      merged();
    }
    if (has(ENDED)) {
      in.int8();
      int cause = in.int8();
      message.ended(in.time(), Codes.cause(cause));
      in.millis();
    }
    if (has(LISTED)) {
      in.int64();
      in.int64();
    }
    position();
  }

  private void options() {
    Duration ttl = has(TTL) ? in.duration() : null;
    message.expiry(ttl == null ? null : Instant.ofEpochMilli(due + Due.millisUp(ttl)), ttl);
    message.lease(has(LEASE) ? in.duration() : null);
    message.backoff(has(BACKOFF) ? Contents.backoff(in.sized(2)) : null);
    message.attributes(has(ATTRIBUTES) ? Contents.attributes(in.sized(4)) : Map.of());
    if (has(TOKEN)) {
      in.sized(1);
      in.raw(DIGEST_SIZE);
    }
  }

  /** What follows has a size that the flags say. */
  private void content() {
    int stop = in.end()
        - END_SIZE
        - sizeOf(ANSWER, ANSWER_SIZE)
        - sizeOf(HANDED, HANDED_SIZE)
        - sizeOf(MERGED, MERGED_SIZE)
        - sizeOf(ENDED, ENDED_SIZE)
        - sizeOf(LISTED, LISTED_SIZE)
        - sizeOf(FIRST_ITEM, MILLIS_SIZE)
        - sizeOf(POSITION, Long.BYTES);
    if (!has(MERGED) && !has(DROPPED) && !has(LARGE)) {
      inline = Contents.body(in.part(in.at(), stop));
    }
    in.goTo(stop);
  }

  private int sizeOf(int flag, int size) {
    return has(flag) ? size : 0;
  }

  private void merged() {
    in.number(2);
    in.int64();
    int from = in.int32();
    in.raw(3 * Integer.BYTES);
    items = in.int32() - from;
    in.raw(6 + 6);
  }

  private void position() {
    if (has(FIRST_ITEM)) {
      in.millis();
    }
    long position = has(POSITION) ? in.int64() : due;
    if (!has(ENDED)) {
      long standsAt = position < 0 ? due : position;
      message.next(Instant.ofEpochMilli(leaseEnd != 0 ? leaseEnd : standsAt));
    }
  }

  private List<Body> bodies(List<?> shown) {
    if (shown.size() == 1) {
      return inline == null ? List.of() : List.of(inline);
    }
    List<Body> bodies = new ArrayList<>(shown.size() - 1);
    for (Object content : shown.subList(1, shown.size())) {
      bodies.add(Contents.body(new Unpacker(content)));
    }
    return bodies;
  }

  private Message message(List<Body> bodies, int count) {
    return message.items(bodies, count).build();
  }

  @Override
  public String toString() {
    return topic + " " + id;
  }
}
