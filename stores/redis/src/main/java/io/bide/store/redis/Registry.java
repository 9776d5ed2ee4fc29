package io.bide.store.redis;

import io.bide.BideException;
import io.bide.Page;
import io.bide.Topic;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The list of topics, and whose turn it is to be swept. */
final class Registry {
  private final Link link;
  private final Keys keys;
  private final @Nullable InstantSource clock;

  Registry(Link link, Keys keys, @Nullable InstantSource clock) {
    this.link = link;
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * The topics of which the turn to be swept has come.
   *
   * @param pause how long until the next turn of any of them; the whole period if there is no topic
   * @param tooLate whether there are topics, and other nodes have taken their turns
   */
  record Turns(Duration pause, List<Topic> topics, boolean tooLate) {}

  /** Adds a topic (1), its death notices (2) or both (3). */
  CompletableFuture<Void> list(Topic source, int which) {
    List<Topic> topics = new ArrayList<>();
    if ((which & 1) != 0) {
      topics.add(source);
    }
    if ((which & 2) != 0) {
      topics.add(source.deathNotices());
    }
    byte[][] both = {keys.topicNames(), keys.turns()};
    return link.run(Script.LIST, both, encode(topics)).thenAccept(done -> {});
  }

  CompletableFuture<Void> unlist(Topic topic) {
    var names = link.write(c -> c.zrem(keys.topicNames(), encode(topic)));
    var turns = link.write(c -> c.zrem(keys.turns(), encode(topic)));
    return CompletableFuture.allOf(names, turns);
  }

  CompletableFuture<Page<Topic>> page(@Nullable String cursor, int limit) {
    Boundary<byte[]> from =
        cursor == null ? Boundary.unbounded() : Boundary.excluding(encode(parse(cursor)));
    Range<byte[]> range = Range.from(from, Boundary.unbounded());
    return link.read(c -> c.zrangebylex(keys.topicNames(), range, Limit.create(0, limit + 1L)))
        .thenApply(found -> page(found, limit));
  }

  private static Page<Topic> page(List<byte[]> found, int limit) {
    List<Topic> topics = found.stream().limit(limit).map(Registry::decode).toList();
    return new Page<>(topics, found.size() > limit ? cursor(topics.get(limit - 1)) : null);
  }

  /** Takes topics whose turn it is; each is given to one node. */
  CompletableFuture<Turns> turns(Duration period, int most) {
    long now = clock == null ? 0 : clock.millis();
    byte[][] arguments = {Packer.text(period.toMillis()), Packer.text(most), Packer.text(now)};
    return link.run(Script.TURNS, new byte[][] {keys.turns()}, arguments).thenApply(reply -> {
      long wait = Long.parseLong(new Unpacker(reply.get(0)).restAsText());
      List<Topic> topics =
          reply.stream().skip(1).map(member -> decode((byte[]) member)).toList();
      Duration pause = wait < 0 ? period : Duration.ofMillis(wait);
      return new Turns(pause, topics, topics.isEmpty() && wait >= 0);
    });
  }

  /** These were not swept to the end: it is their turn again. */
  CompletableFuture<Void> giveBack(List<Topic> topics) {
    return link.run(Script.TURN_AGAIN, new byte[][] {keys.turns()}, encode(topics))
        .thenAccept(done -> {});
  }

  private static byte[][] encode(List<Topic> topics) {
    return topics.stream().map(Registry::encode).toArray(byte[][]::new);
  }

  /** Names have no control characters, so that the order of bytes is that of namespace, then name. */
  private static byte[] encode(Topic topic) {
    return Packer.utf8(topic.namespace() + "\0" + topic.name());
  }

  private static Topic decode(byte[] member) {
    String[] names = new String(member, StandardCharsets.UTF_8).split("\0", 2);
    return Topic.of(names[0], names[1]);
  }

  private static String cursor(Topic last) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(encode(last));
  }

  private static Topic parse(String cursor) {
    try {
      return decode(Base64.getUrlDecoder().decode(cursor));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw BideException.invalid("cursor", "names no topic; send it unchanged");
    }
  }
}
