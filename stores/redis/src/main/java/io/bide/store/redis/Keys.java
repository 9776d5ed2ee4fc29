package io.bide.store.redis;

import io.bide.Topic;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names of keys. All keys of one partition of a topic and of its death notices share a hash tag, so
 * that one script may use them on a Cluster:
 *
 * <pre>
 * bide:{namespace:topic:partition}:due       of the topic
 * bide:{namespace:topic:partition}!due       of its death notices
 * bide:{topics}:names, bide:{topics}:turns   the list of topics, and when each is swept next
 * bide:{topics}:partitions                   how many partitions every topic has at least
 * bide:{records}:values, bide:{records}:keys
 * </pre>
 *
 * <p>In names the characters {@code % : { }} are written as {@code %} and two hexadecimal digits.
 */
final class Keys {
  private static final List<String> PARTS = List.of(
      "state",
      "newest",
      "more",
      "due",
      "lease",
      "mortal",
      "done",
      "expired",
      "dead",
      "cancelled",
      "watch");
  private static final int WATCH = 10;

  private static final int REMEMBERED = 10_000;

  private final String prefix;
  private final byte[] wakeUps;
  /** Those of partitions that were used lately: to make them anew for each call takes longer than to send it. */
  private final ConcurrentHashMap<Place, byte[][]> known = new ConcurrentHashMap<>();

  /** What a set of keys is for. */
  private record Place(Topic source, int partition, boolean withNotices) {}

  Keys(String prefix) {
    this.prefix = prefix;
    this.wakeUps = Packer.utf8(prefix + "wake-ups");
  }

  /** The keys of a partition in the order in which scripts want them; not to be changed. */
  byte[][] partition(Topic source, int partition, boolean withNotices) {
    Place place = new Place(source, partition, withNotices);
    byte[][] keys = known.get(place);
    if (keys == null) {
      if (known.size() >= REMEMBERED) {
        known.clear();
      }
      keys = partition(place);
      known.put(place, keys);
    }
    return keys;
  }

  private byte[][] partition(Place place) {
    boolean withNotices = place.withNotices();
    String tag = tag(place.source(), place.partition());
    byte[][] keys = new byte[withNotices ? 2 * PARTS.size() : PARTS.size()][];
    for (int i = 0; i < keys.length; i++) {
      String separator = i < PARTS.size() ? ":" : "!";
      keys[i] = Packer.utf8(tag + separator + PARTS.get(i % PARTS.size()));
    }
    return keys;
  }

  /** The key that exists while somebody wants to hear of every change of the topic. */
  byte[] watch(Topic topic, int partition) {
    String separator = topic.isDeathNotices() ? "!" : ":";
    return Packer.utf8(tag(topic.source(), partition) + separator + PARTS.get(WATCH));
  }

  byte[] topicNames() {
    return Packer.utf8(prefix + "{topics}:names");
  }

  /** How many partitions every topic has at least. */
  byte[] leastPartitions() {
    return Packer.utf8(prefix + "{topics}:partitions");
  }

  byte[] turns() {
    return Packer.utf8(prefix + "{topics}:turns");
  }

  byte[][] records() {
    return new byte[][] {
      Packer.utf8(prefix + "{records}:values"), Packer.utf8(prefix + "{records}:keys")
    };
  }

  /** Keys that only the check at the start uses. */
  byte[][] check() {
    return new byte[][] {
      Packer.utf8(prefix + "{check}:string"),
      Packer.utf8(prefix + "{check}:hash"),
      Packer.utf8(prefix + "{check}:set")
    };
  }

  byte[] wakeUps() {
    return wakeUps;
  }

  byte[] recordChanges() {
    return Packer.utf8(prefix + "record-changes");
  }

  private String tag(Topic source, int partition) {
    return prefix + "{" + escape(source.namespace()) + ":" + escape(source.name()) + ":" + partition
        + "}";
  }

  private static String escape(String name) {
    StringBuilder out = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '%' || c == ':' || c == '{' || c == '}') {
        out.append('%').append(Integer.toHexString(c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
