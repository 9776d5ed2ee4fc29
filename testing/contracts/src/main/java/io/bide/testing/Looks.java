package io.bide.testing;

import io.bide.Browse;
import io.bide.Horizon;
import io.bide.Message;
import io.bide.Page;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicStats;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Browse and statistics. */
class Looks {
  final Life life;

  Looks(Life life) {
    this.life = life;
  }

  /**
   * Where a message stands among those of its state. As text it is the cursor.
   *
   * @param kind ready messages: ended leases, the front, the others
   */
  private record Place(int kind, long time, long tie) implements Comparable<Place> {
    private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::kind)
        .thenComparingLong(Place::time)
        .thenComparingLong(Place::tie);

    static Place of(MemoryMessage message) {
      if (message.end != null) {
        return new Place(0, message.end.forgetAt(), message.sequence);
      }
      if (message.leaseEnd != null) {
        return new Place(0, message.leaseEnd, message.sequence);
      }
      return message.front != 0
          ? new Place(1, 0, -message.front)
          : new Place(2, message.position, message.sequence);
    }

    static Place parse(String cursor) {
      List<Long> parts = Stream.of(cursor.split(":", -1)).map(Long::valueOf).toList();
      return new Place(parts.get(0).intValue(), parts.get(1), parts.get(2));
    }

    String cursor() {
      return kind + ":" + time + ":" + tie;
    }

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  Page<Message> browse(Browse browse, Now now) {
    String cursor = browse.cursor();
    Place after = cursor == null ? null : Cursors.read(() -> Place.parse(cursor));
    List<MemoryMessage> rest = inState(browse.topic(), browse.state(), now)
        .filter(message -> isWithin(browse, message))
        .filter(message -> after == null || Place.of(message).compareTo(after) > 0)
        .sorted(Comparator.comparing(Place::of))
        .toList();
    List<MemoryMessage> page = rest.stream().limit(browse.limit()).toList();
    List<Message> shown = page.stream()
        .map(message -> message.look(browse.state(), browse.bodies()))
        .toList();
    return new Page<>(shown, rest.size() > page.size() ? lastOf(page).cursor() : null);
  }

  private static Place lastOf(List<MemoryMessage> page) {
    return Place.of(page.get(page.size() - 1));
  }

  private Stream<MemoryMessage> inState(Topic name, State state, Now now) {
    return life.begin(name, now).stream()
        .flatMap(topic -> Stream.concat(topic.live.values().stream(), topic.ended.stream()))
        .filter(message -> life.stateOf(message, now.down()) == state);
  }

  private static boolean isWithin(Browse browse, MemoryMessage message) {
    long millis = message.end == null ? message.next() : message.end.at();
    Instant time = Instant.ofEpochMilli(millis);
    return (browse.from() == null || !time.isBefore(browse.from()))
        && (browse.to() == null || time.isBefore(browse.to()));
  }

  TopicStats stats(Topic name, Now now) {
    MemoryTopic topic = life.begin(name, now).orElse(new MemoryTopic(name));
    Map<State, Long> counts = new EnumMap<>(State.class);
    for (State state : State.values()) {
      counts.put(state, inState(name, state, now).count());
    }
    List<MemoryMessage> waiting = inState(name, State.WAITING, now).toList();
    return new TopicStats(
        name,
        counts,
        histogram(waiting, now.down()),
        earliest(inState(name, State.READY, now).toList()),
        earliest(waiting),
        topic.paused);
  }

  Map<Horizon, Long> histogram(Collection<MemoryMessage> waiting, long now) {
    Map<Horizon, Long> buckets = new EnumMap<>(Horizon.class);
    long from = 0;
    for (Horizon horizon : Horizon.values()) {
      long least = from;
      long end = horizon.end().toMillis();
      buckets.put(
          horizon,
          waiting.stream()
              .mapToLong(message -> message.position - now)
              .filter(distance -> distance >= least && distance < end)
              .count());
      from = end;
    }
    return buckets;
  }

  private static @Nullable Instant earliest(List<MemoryMessage> messages) {
    return messages.stream()
        .map(MemoryMessage::next)
        .min(Comparator.naturalOrder())
        .map(Instant::ofEpochMilli)
        .orElse(null);
  }
}
