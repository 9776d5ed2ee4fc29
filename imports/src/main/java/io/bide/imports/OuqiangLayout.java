package io.bide.imports;

import io.bide.BideException;
import io.bide.Body;
import io.bide.Due;
import io.bide.Put;
import io.bide.Topic;
import io.bide.imports.Listing.Kind;
import io.bide.imports.Listing.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ouqiang/delay-queue 0.4.
 *
 * <pre>
 * string &lt;id&gt;               MessagePack {"1":topic, "2":id, "3":due in s, "4":ttr in s, "5":body}
 * zset   dq_bucket_1 … N    member id, score in s: when it is due, or after a pop, when its ttr ends
 * list   dq_queue_&lt;topic&gt;   ids that are ready, the first one first
 * </pre>
 *
 * <p>Lists come first: a job that stands in a list and in a bucket is ready.
 */
final class OuqiangLayout implements Layout {
  private static final Map<String, String> MARK = Map.of("dialect", "ouqiang");
  private static final long MAX_SECONDS = 253_402_300_799L;

  private final String bucketName;
  private final String queueName;
  private final List<Listing> buckets = new ArrayList<>();

  OuqiangLayout(ImportPlan plan) {
    bucketName = plan.bucketName();
    queueName = plan.queueName();
  }

  @Override
  public List<Listing> listings(Source source) {
    List<Listing> queues = new ArrayList<>();
    for (String key : source.keys(pattern(queueName, "%s"), Source.LIST)) {
      queues.add(new Listing(key, Kind.LIST_FROM_HEAD, Stage.READY, inPlace(queueName, "%s", key)));
    }
    for (String key : source.keys(pattern(bucketName, "%d"), Source.SORTED_SET)) {
      if (inPlace(bucketName, "%d", key).chars().allMatch(c -> c >= '0' && c <= '9')) {
        buckets.add(new Listing(key, Kind.SORTED, Stage.WAITING, ""));
      }
    }
    queues.addAll(buckets);
    return queues;
  }

  /** A pattern of Redis for all names that the setting may stand for. */
  private static String pattern(String setting, String place) {
    int at = setting.indexOf(place);
    return escape(setting.substring(0, at)) + "*" + escape(setting.substring(at + place.length()));
  }

  private static String escape(String text) {
    return text.replaceAll("[\\\\*?\\[\\]^-]", "\\\\$0");
  }

  private static String inPlace(String setting, String place, String key) {
    int at = setting.indexOf(place);
    int after = setting.length() - at - place.length();
    return key.substring(at, key.length() - after);
  }

  @Override
  public String contentKey(Listing listing, String id) {
    return id;
  }

  @Override
  public List<Listing> alsoIn(Listing listing) {
    return buckets;
  }

  @Override
  public Reading read(Listing listing, Member member, String id, byte[] content, Instant now) {
    Map<String, Object> job = MsgPack.map(content);
    String topic = job == null ? null : text(job, "1");
    String itsId = job == null ? null : text(job, "2");
    if (job == null
        || topic == null
        || !id.equals(itsId)
        || !(job.get("3") instanceof Long due)
        || !(job.get("4") instanceof Long ttr)
        || !(job.get("5") instanceof byte[] body)
        || !isTime(due)
        || ttr <= 0
        || ttr > MAX_SECONDS) {
      return new Reading.Skipped(Skip.UNREADABLE);
    }
    return found(id, topic, body, Duration.ofSeconds(ttr), due(listing, member, due), content);
  }

  private static @Nullable String text(Map<String, Object> job, String name) {
    return job.get(name) instanceof byte[] bytes ? Member.text(bytes) : null;
  }

  private static boolean isTime(long seconds) {
    return seconds >= 0 && seconds <= MAX_SECONDS;
  }

  /** A job that was popped stands in its bucket behind its due time, until its ttr ends. */
  private static long due(Listing listing, Member member, long due) {
    long listed = (long) Math.ceil(member.score());
    return listing.isSorted() && isTime(listed) ? Math.max(due, listed) : due;
  }

  private static Reading found(
      String id, String topic, byte[] body, Duration ttr, long due, byte[] content) {
    try {
      return new Reading.Found(Put.to(Topic.of(topic))
          .id(id)
          .body(Body.of(body, Body.TEXT))
          .attributes(MARK)
          .due(Due.at(Instant.ofEpochSecond(due)))
          .lease(ttr)
          .maxAttempts(Put.UNLIMITED)
          .token(Tokens.of(id, content))
          .build());
    } catch (BideException e) {
      return new Reading.Skipped(Skip.REFUSED, String.valueOf(e.getMessage()));
    }
  }
}
