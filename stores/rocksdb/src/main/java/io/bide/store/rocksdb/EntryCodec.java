package io.bide.store.rocksdb;

import io.bide.Backoff;
import io.bide.BideException;
import io.bide.Body;
import io.bide.Cause;
import io.bide.ErrorCode;
import io.bide.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an {@link Entry}. Numbers are varints; what is rare costs one bit in the flags when it
 * is absent. To change it, write a new {@link #VERSION} and keep reading the old one.
 */
final class EntryCodec {
  private static final int VERSION = 1;
  // What is there at all.
  private static final int TTL = 1;
  private static final int LEASE = 1 << 1;
  private static final int BACKOFF = 1 << 2;
  private static final int INLINE = 1 << 3;
  private static final int LARGE = 1 << 4;
  private static final int TOKEN = 1 << 5;
  private static final int MERGED = 1 << 6;
  private static final int RAW = 1 << 7;
  private static final int MOVABLE = 1 << 8;
  private static final int ENDED = 1 << 9;
  private static final int BODY_DROPPED = 1 << 10;
  private static final int HANDED_OUT = 1 << 11;
  private static final int LISTED = 1 << 12;

  private EntryCodec() {}

  static byte[] encode(Entry e) {
    Encoder out = new Encoder(160 + (e.inline == null ? 0 : e.inline.size()));
    int flags = flags(e);
    out.varint(VERSION).varint(flags).text(e.id).varint(e.chain);
    out.varint(e.created).varint(e.firstItemAt - e.created);
    out.varint(e.due).varint(e.position).varint(e.maxAttempts);
    if (e.ttl != null) {
      duration(out, e.ttl);
    }
    if (e.lease != null) {
      duration(out, e.lease);
    }
    if (e.backoff != null) {
      backoff(out, e.backoff);
    }
    out.map(e.attributes);
    if (e.inline != null) {
      body(out, e.inline);
    }
    if (e.token != null) {
      out.text(e.token);
    }
    if ((flags & HANDED_OUT) != 0) {
      out.varint(e.attempts).varint(e.fence).varint(e.leaseEnd).varint(e.claimed);
    }
    if ((flags & LISTED) != 0) {
      out.varint(e.older).varint(e.newer);
    }
    if (e.merged) {
      encodeMerge(out, e);
    }
    if (e.ended != null) {
      encodeEnd(out, e);
    }
    return out.done();
  }

  private static int flags(Entry e) {
    return bit(e.ttl != null, TTL)
        | bit(e.lease != null, LEASE)
        | bit(e.backoff != null, BACKOFF)
        | bit(e.inline != null, INLINE)
        | bit(e.large, LARGE)
        | bit(e.token != null, TOKEN)
        | bit(e.merged, MERGED)
        | bit(e.raw, RAW)
        | bit(e.movable, MOVABLE)
        | bit(e.ended != null, ENDED)
        | bit(e.bodyDropped, BODY_DROPPED)
        | bit(e.attempts != 0 || e.fence != 0 || e.claimed != 0, HANDED_OUT)
        | bit(e.older != 0 || e.newer != 0, LISTED);
  }

  private static int bit(boolean set, int bit) {
    return set ? bit : 0;
  }

  private static void encodeMerge(Encoder out, Entry e) {
    out.varint(e.itemsPerClaim).varint(e.from).varint(e.handed).varint(e.everHanded);
    out.varint(e.nextStart).varint(e.end);
    out.varint(e.nextDue).varint(e.nextFirstAt);
  }

  private static void encodeEnd(Encoder out, Entry e) {
    State state = Objects.requireNonNull(e.ended);
    Cause cause = Objects.requireNonNull(e.cause);
    out.varint(Codes.of(state)).varint(Codes.of(cause)).varint(e.endedAt).varint(e.forgetAt);
  }

  static Entry decode(TopicState topic, long sequence, byte[] bytes) {
    Decoder in = new Decoder(bytes);
    long version = in.varint();
    if (version != VERSION) {
      throw new BideException(
          ErrorCode.CORRUPT, "a message is stored in the unknown version " + version);
    }
    int flags = in.count();
    Entry e = new Entry(topic, in.text(), sequence);
    e.chain = in.varint();
    e.created = in.varint();
    e.firstItemAt = e.created + in.varint();
    e.due = in.varint();
    e.position = in.varint();
    e.maxAttempts = in.count();
    e.ttl = has(flags, TTL) ? duration(in) : null;
    e.lease = has(flags, LEASE) ? duration(in) : null;
    e.backoff = has(flags, BACKOFF) ? backoff(in) : null;
    e.attributes = in.map();
    e.inline = has(flags, INLINE) ? body(in) : null;
    e.large = has(flags, LARGE);
    e.token = has(flags, TOKEN) ? in.text() : null;
    if (has(flags, HANDED_OUT)) {
      e.attempts = in.count();
      e.fence = in.varint();
      e.leaseEnd = in.varint();
      e.claimed = in.varint();
    }
    if (has(flags, LISTED)) {
      e.older = in.varint();
      e.newer = in.varint();
    }
    e.merged = has(flags, MERGED);
    e.raw = has(flags, RAW);
    e.movable = has(flags, MOVABLE);
    e.bodyDropped = has(flags, BODY_DROPPED);
    if (e.merged) {
      decodeMerge(in, e);
    }
    if (has(flags, ENDED)) {
      decodeEnd(in, e);
    }
    e.placed = e.place();
    return e;
  }

  private static boolean has(int flags, int bit) {
    return (flags & bit) != 0;
  }

  private static void decodeMerge(Decoder in, Entry e) {
    e.itemsPerClaim = in.count();
    e.from = in.count();
    e.handed = in.count();
    e.everHanded = in.count();
    e.nextStart = in.count();
    e.end = in.count();
    e.nextDue = in.varint();
    e.nextFirstAt = in.varint();
  }

  private static void decodeEnd(Decoder in, Entry e) {
    e.ended = Codes.state(in.count());
    e.cause = Codes.cause(in.count());
    e.endedAt = in.varint();
    e.forgetAt = in.varint();
  }

  static void body(Encoder out, Body body) {
    out.text(body.contentType()).bytes(body.bytes());
  }

  static Body body(Decoder in) {
    String contentType = in.text();
    return Body.of(in.bytes(), contentType);
  }

  static void duration(Encoder out, Duration duration) {
    out.varint(duration.getSeconds()).varint(duration.getNano());
  }

  static Duration duration(Decoder in) {
    return Duration.ofSeconds(in.varint(), in.varint());
  }

  static void backoff(Encoder out, Backoff backoff) {
    if (backoff instanceof Backoff.Fixed fixed) {
      duration(out.int8(1), fixed.delay());
    } else if (backoff instanceof Backoff.Exponential doubling) {
      duration(out.int8(2), doubling.initial());
      duration(out, doubling.max());
      out.int64(Double.doubleToLongBits(doubling.jitter()));
    } else if (backoff instanceof Backoff.Schedule schedule) {
      out.int8(3).varint(schedule.delays().size());
      schedule.delays().forEach(delay -> duration(out, delay));
    } else {
      out.int8(0);
    }
  }

  static Backoff backoff(Decoder in) {
    return switch (in.int8()) {
      case 0 -> Backoff.immediate();
      case 1 -> Backoff.fixed(duration(in));
      case 2 ->
        new Backoff.Exponential(duration(in), duration(in), Double.longBitsToDouble(in.int64()));
      case 3 -> schedule(in);
      default ->
        throw new BideException(ErrorCode.CORRUPT, "a backoff of an unknown kind is stored");
    };
  }

  private static Backoff schedule(Decoder in) {
    List<Duration> delays = new ArrayList<>();
    for (int i = in.count(); i > 0; i--) {
      delays.add(duration(in));
    }
    return new Backoff.Schedule(delays);
  }

  /** An item of a merged message and the token it was put with. */
  record Item(@Nullable String token, Body body) {
    byte[] encode() {
      Encoder out = new Encoder(64 + body.size());
      out.text(token == null ? "" : token);
      EntryCodec.body(out, body);
      return out.done();
    }

    static Item decode(byte[] bytes) {
      Decoder in = new Decoder(bytes);
      String token = in.text();
      return new Item(token.isEmpty() ? null : token, EntryCodec.body(in));
    }
  }
}
