package io.bide.store.redis;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.Due;
import io.bide.Horizon;
import io.bide.Message;
import io.bide.Page;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicStats;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Browse and statistics: every partition is asked, and the answers are put together. */
final class Looking {
  private static final long NEVER = (1L << 48) - 1;
  private static final byte[] BEGINNING =
      new Packer(9).int8(0).number(0, Long.BYTES).done();

  private final Calls calls;

  Looking(Calls calls) {
    this.calls = calls;
  }

  /** Asks all partitions of a topic the same. */
  private CompletableFuture<List<Calls.Reply>> all(
      Topic topic, Script script, byte[]... arguments) {
    return calls.corrected(topic, partitions -> {
      List<CompletableFuture<Calls.Reply>> asked = new ArrayList<>();
      for (int i = 0; i < partitions; i++) {
        asked.add(calls.run(topic, i, partitions, script, arguments));
      }
      return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
          .thenApply(done -> asked.stream().map(CompletableFuture::join).toList());
    });
  }

  CompletableFuture<Page<Message>> browse(Browse browse) {
    Packer packed = new Packer(64).int8(Codes.of(browse.state()));
    packed.int8(browse.bodies() ? 1 : 0).int32(browse.limit());
    packed.millis(ceiling(browse.from(), 0)).millis(ceiling(browse.to(), NEVER));
    packed.raw(browse.cursor() == null ? BEGINNING : decode(browse.cursor()));
    return all(browse.topic(), Script.BROWSE, packed.done())
        .thenApply(replies -> new Pages(browse).join(replies));
  }

  /** Messages have whole milliseconds, so that a bound between two of them means the later one. */
  private static long ceiling(@Nullable Instant bound, long absent) {
    return bound == null ? absent : Math.max(0, Math.min(NEVER, Due.millisUp(bound)));
  }

  private static byte[] decode(String cursor) {
    try {
      byte[] decoded = Base64.getUrlDecoder().decode(cursor);
      if (decoded.length >= BEGINNING.length) {
        return decoded;
      }
    } catch (IllegalArgumentException e) {
      throw BideException.invalid(
          "cursor", "is not one that a page has answered; send it unchanged");
    }
    throw BideException.invalid("cursor", "is not one that a page has answered; send it unchanged");
  }

  /** Pages of several partitions as one: in the order of their cursors, as far as all have looked. */
  private static final class Pages {
    private final Browse browse;
    private final List<Shown> shown = new ArrayList<>();
    private byte @Nullable [] lookedUpTo;

    /** A message and its place. */
    private static final class Shown {
      private final byte[] cursor;
      private final Message message;

      Shown(byte[] cursor, Message message) {
        this.cursor = cursor;
        this.message = message;
      }
    }

    Pages(Browse browse) {
      this.browse = browse;
    }

    Page<Message> join(List<Calls.Reply> replies) {
      replies.forEach(this::add);
      shown.sort((a, b) -> compare(a.cursor, b.cursor));
      byte[] end = lookedUpTo;
      if (end != null) {
        shown.removeIf(one -> compare(one.cursor, end) > 0);
      }
      byte[] cursor = end;
      if (shown.size() > browse.limit()) {
        shown.subList(browse.limit(), shown.size()).clear();
        cursor = shown.get(browse.limit() - 1).cursor;
      }
      return new Page<>(
          shown.stream().map(one -> one.message).toList(),
          cursor == null ? null : Base64.getUrlEncoder().withoutPadding().encodeToString(cursor));
    }

    private void add(Calls.Reply reply) {
      List<?> parts = reply.list();
      byte[] cursor = (byte[]) parts.get(1);
      boolean more = new Unpacker(parts.get(0)).int8() == 1;
      if (more && (lookedUpTo == null || compare(cursor, lookedUpTo) < 0)) {
        lookedUpTo = cursor;
      }
      for (Object one : (List<?>) parts.get(2)) {
        List<?> entry = (List<?>) one;
        shown.add(new Shown(
            (byte[]) entry.get(0),
            EntryReader.look(browse.topic(), entry.subList(1, entry.size()), browse.bodies())));
      }
    }

    /** By part, then by score, which may be negative, then by member. */
    private static int compare(byte[] a, byte[] b) {
      Unpacker left = new Unpacker(a);
      Unpacker right = new Unpacker(b);
      int byPart = Integer.compare(left.int8(), right.int8());
      int byScore = byPart != 0 ? byPart : Long.compare(left.int64(), right.int64());
      return byScore != 0 ? byScore : Arrays.compareUnsigned(left.rest(), right.rest());
    }
  }

  CompletableFuture<TopicStats> stats(Topic topic) {
    byte[][] bounds = Arrays.stream(Horizon.values())
        .map(horizon -> Packer.text(horizon.end().toMillis()))
        .toArray(byte[][]::new);
    return all(topic, Script.STATS, bounds).thenApply(replies -> {
      Totals totals = new Totals();
      replies.forEach(totals::add);
      return totals.stats(topic);
    });
  }

  /** The sums over all partitions. */
  private static final class Totals {
    private final long[] counts = new long[State.values().length];
    private final long[] waiting = new long[Horizon.values().length];
    private boolean paused;
    private @Nullable Instant oldest;
    private @Nullable Instant nextDue;

    void add(Calls.Reply reply) {
      addAll(counts, (List<?>) reply.list().get(0));
      addAll(waiting, (List<?>) reply.list().get(1));
      Unpacker rest = new Unpacker(reply.list().get(2));
      paused |= rest.int8() == 1;
      oldest = earlier(oldest, rest.optionalTime());
      nextDue = earlier(nextDue, rest.optionalTime());
    }

    private static void addAll(long[] sums, List<?> numbers) {
      for (int i = 0; i < numbers.size(); i++) {
        sums[i] += (Long) numbers.get(i);
      }
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
      if (a == null || b == null) {
        return a == null ? b : a;
      }
      return a.isBefore(b) ? a : b;
    }

    TopicStats stats(Topic topic) {
      Map<State, Long> byState = new EnumMap<>(State.class);
      for (State state : State.values()) {
        byState.put(state, counts[Codes.of(state) - 1]);
      }
      Map<Horizon, Long> byHorizon = new EnumMap<>(Horizon.class);
      Horizon[] horizons = Horizon.values();
      for (int i = 0; i < horizons.length; i++) {
        byHorizon.put(horizons[i], waiting[i] - (i == 0 ? 0 : waiting[i - 1]));
      }
      return new TopicStats(topic, byState, byHorizon, oldest, nextDue, paused);
    }
  }
}
