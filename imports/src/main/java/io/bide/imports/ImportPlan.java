package io.bide.imports;

import io.bide.BideException;
import io.bide.Topic;
import java.util.Locale;

/**
 * What to take over, and from where.
 *
 * @param redis the Redis of the other system: {@code redis://[user:password@]host[:port][/database]}, {@code
 *     redis-sentinel://…#master} or {@code redis-cluster://…}; {@code rediss:} for TLS
 * @param dryRun whether to look only
 * @param keep whether to leave the source as it is; otherwise what was stored is removed there
 * @param namespace of camellia: the one it ran with; messages go into the namespace of this name
 * @param bucketName of ouqiang: its setting, with {@code %d} for the number
 * @param queueName of ouqiang: its setting, with {@code %s} for the topic
 */
public record ImportPlan(
    From from,
    String redis,
    boolean dryRun,
    boolean keep,
    String namespace,
    String bucketName,
    String queueName) {
  public static final String DEFAULT_BUCKET_NAME = "dq_bucket_%d";
  public static final String DEFAULT_QUEUE_NAME = "dq_queue_%s";

  private static final String NUMBER = "%d";
  private static final String TOPIC = "%s";

  /** The systems that are known. */
  public enum From {
    CAMELLIA,
    OUQIANG;

    /** As it is written. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ImportPlan {
    Topic.of(namespace, "any");
    requirePlace("bucketName", bucketName, NUMBER);
    requirePlace("queueName", queueName, TOPIC);
  }

  private static void requirePlace(String field, String name, String place) {
    if (name.indexOf(place) < 0 || name.indexOf(place) != name.lastIndexOf(place)) {
      throw BideException.invalid(
          field, "is " + name + "; it needs " + place + " once, as in the settings of ouqiang");
    }
  }

  /** All as it is by default. */
  public static ImportPlan of(From from, String redis) {
    return new ImportPlan(
        from,
        redis,
        false,
        false,
        Topic.DEFAULT_NAMESPACE,
        DEFAULT_BUCKET_NAME,
        DEFAULT_QUEUE_NAME);
  }

  public ImportPlan dryRun(boolean value) {
    return new ImportPlan(from, redis, value, keep, namespace, bucketName, queueName);
  }

  public ImportPlan keep(boolean value) {
    return new ImportPlan(from, redis, dryRun, value, namespace, bucketName, queueName);
  }

  public ImportPlan namespace(String value) {
    return new ImportPlan(from, redis, dryRun, keep, value, bucketName, queueName);
  }

  public ImportPlan bucketName(String value) {
    return new ImportPlan(from, redis, dryRun, keep, namespace, value, queueName);
  }

  public ImportPlan queueName(String value) {
    return new ImportPlan(from, redis, dryRun, keep, namespace, bucketName, value);
  }

  /** The address without user and password. */
  public String safeRedis() {
    return redis.replaceFirst("//.*@", "//***@");
  }

  /** Safe to log: no password. */
  @Override
  public String toString() {
    return from.word() + " at " + safeRedis() + (dryRun ? ", only looking" : "")
        + (keep ? ", keeping the source" : "");
  }
}
