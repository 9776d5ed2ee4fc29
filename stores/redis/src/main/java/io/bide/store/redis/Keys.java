package io.bide.store.redis;

import io.bide.Topic;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The names of keys. All keys of one partition of a topic and of its death notices share a hash tag, so
 * that one script may use them on a Cluster:
 *
 * <pre>
 * bide:{namespace:topic:partition}:due       of the topic
 * bide:{namespace:topic:partition}!due       of its death notices
 * bide:{topics}:names, bide:{topics}:turns   the list of topics, and when each is swept next
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

  private final String prefix;

  Keys(String prefix) {
    this.prefix = prefix;
  }

  /** The keys of a partition in the order in which scripts want them. */
  byte[][] partition(Topic source, int partition, boolean withNotices) {
    String tag = tag(source, partition);
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
    return Packer.utf8(prefix + "wake-ups");
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

  /**
   * The partition of an id. Death notices are in the partition of the message that died, whose id is
   * theirs without the number.
   */
  static int partitionOf(Topic topic, String id, int partitions) {
    if (partitions == 1) {
      return 0;
    }
    CRC32 hash = new CRC32();
    hash.update(Packer.utf8(topic.stableId(id)));
    return (int) (hash.getValue() % partitions);
  }
}
