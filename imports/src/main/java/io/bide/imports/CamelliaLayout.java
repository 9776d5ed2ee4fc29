package io.bide.imports;

import io.bide.BideException;
import io.bide.Due;
import io.bide.Put;
import io.bide.Topic;
import io.bide.imports.Listing.Kind;
import io.bide.imports.Listing.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * camellia-delay-queue 1.x.
 *
 * <pre>
 * string camellia_delay_queue_msg|ns|topic|msgId       JSON, see {@link CamelliaMessage}
 * zset   camellia_delay_queue_waiting|{|ns|topic|}     member msgId, score = trigger time in ms
 * list   camellia_delay_queue_ready|{|ns|topic|}       msgIds, the last one first
 * zset   camellia_delay_queue_ack|{|ns|topic|}         member msgId, score = when it is to be delivered again
 * zset   camellia_delay_queue_topics|ns, …_topics_tmp|ns   the names of the topics
 * </pre>
 */
final class CamelliaLayout implements Layout {
  /** How many deliveries were made before the message came here. */
  static final String RETRIES = "camellia.retry";

  private static final String PREFIX = "camellia_delay_queue_";
  private static final String SEPARATOR = "|";
  private static final int FIRST_ENDED = 4;

  private final String namespace;

  CamelliaLayout(ImportPlan plan) {
    namespace = plan.namespace();
  }

  @Override
  public List<Listing> listings(Source source) {
    Set<String> topics =
        new LinkedHashSet<>(source.names(PREFIX + "topics" + SEPARATOR + namespace));
    topics.addAll(source.names(PREFIX + "topics_tmp" + SEPARATOR + namespace));
    List<Listing> listings = new ArrayList<>();
    for (String topic : topics) {
      listings.add(listing("ready", topic, Kind.LIST_FROM_TAIL, Stage.READY));
      listings.add(listing("ack", topic, Kind.SORTED, Stage.CONSUMED));
      listings.add(listing("waiting", topic, Kind.SORTED, Stage.WAITING));
    }
    return listings;
  }

  private Listing listing(String name, String topic, Kind kind, Stage stage) {
    return new Listing(
        PREFIX + name + "|{|" + namespace + SEPARATOR + topic + "|}", kind, stage, topic);
  }

  @Override
  public String contentKey(Listing listing, String id) {
    return PREFIX + "msg" + SEPARATOR + namespace + SEPARATOR + listing.topic() + SEPARATOR + id;
  }

  @Override
  public List<Listing> alsoIn(Listing listing) {
    return List.of();
  }

  @Override
  public Reading read(Listing listing, Member member, String id, byte[] content, Instant now) {
    CamelliaMessage message = CamelliaMessage.parse(content);
    if (message == null || !message.isUnder(listing.topic(), id)) {
      return new Reading.Skipped(Skip.UNREADABLE);
    }
    if (message.status() >= FIRST_ENDED) {
      return new Reading.Skipped(Skip.ENDED);
    }
    if (message.retry() > message.maxRetry()) {
      return new Reading.Skipped(Skip.ATTEMPTS_USED);
    }
    long due = listing.stage() == Stage.CONSUMED
        ? Math.max(message.triggerTime(), (long) Math.ceil(member.score()))
        : message.triggerTime();
    long life = message.expireTime() - Math.max(due, now.toEpochMilli());
    if (message.expireTime() <= now.toEpochMilli()) {
      return new Reading.Skipped(Skip.EXPIRED);
    }
    return found(message, due, Math.max(life, 1), Tokens.of(contentKey(listing, id), content));
  }

  private Reading found(CamelliaMessage message, long due, long life, String token) {
    try {
      return new Reading.Found(Put.to(Topic.of(namespace, message.topic()))
          .id(message.msgId())
          .body(message.msg())
          .attributes(
              message.retry() == 0 ? Map.of() : Map.of(RETRIES, Integer.toString(message.retry())))
          .due(Due.at(Instant.ofEpochMilli(due)))
          .ttl(Duration.ofMillis(life))
          .maxAttempts(message.maxRetry() - message.retry() + 1)
          .token(token)
          .build());
    } catch (BideException e) {
      return new Reading.Skipped(Skip.REFUSED, String.valueOf(e.getMessage()));
    }
  }
}
