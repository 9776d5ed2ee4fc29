package io.bide.store.redis;

import io.bide.BideException;
import io.bide.TopicSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is and what the store promises.
 *
 * @param url {@code redis://[user:password@]host[:port][/database]} for one server, {@code
 *     redis-sentinel://[user:password@]host1[:port],host2[:port][/database]#master} for a master that Sentinels
 *     know, {@code redis-cluster://[user:password@]host1[:port],host2[:port]} for a Cluster; {@code rediss}
 *     instead of {@code redis} for TLS
 * @param prefix what the names of all keys begin with; {@code bide:} by default. Stores with different prefixes
 *     share nothing
 * @param durability what an answer stands for; {@link Durability#ASYNC} by default
 * @param replicas with {@link Durability#REPLICATED}: how many replicas must have it; 1 by default
 * @param timeout how long to wait for an answer, or for the replicas, before the outcome is unknown; 2 s by
 *     default
 * @param sweepPeriod how often each topic is swept, by all nodes together; 60 s by default
 * @param partitions how many partitions every topic has at least; 1 by default. It is fixed for a prefix once
 *     something has been stored under it: all nodes say the same
 * @param authorities a file of certificates in PEM form to trust with TLS; left out, those of the JDK
 * @param clock for tests: the time that scripts judge by, instead of Redis's own
 */
public record RedisConfig(
    String url,
    String prefix,
    Durability durability,
    int replicas,
    Duration timeout,
    Duration sweepPeriod,
    int partitions,
    @Nullable Path authorities,
    @Nullable InstantSource clock) {
  public static final String DEFAULT_PREFIX = "bide:";
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);
  public static final Duration DEFAULT_SWEEP_PERIOD = Duration.ofSeconds(60);

  /** What an answer means. */
  public enum Durability {
    /** Redis has it; a failover may lose what was answered shortly before. */
    ASYNC,
    /** So many replicas have it too; until they confirm it in time the outcome is unknown. */
    REPLICATED
  }

  public RedisConfig {
    if (prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0) {
      throw BideException.invalid("prefix", "has a brace; choose one without");
    }
    if (replicas < 1) {
      throw BideException.invalid("replicas", "is " + replicas + "; the least is 1");
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw BideException.invalid("timeout", "is " + timeout + "; it must be longer than zero");
    }
    if (sweepPeriod.isNegative()) {
      throw BideException.invalid("sweepPeriod", "is " + sweepPeriod + "; it must not be negative");
    }
    if (partitions < 1 || partitions > TopicSettings.MAX_PARTITIONS) {
      throw BideException.invalid(
          "partitions", "is " + partitions + "; choose from 1 to " + TopicSettings.MAX_PARTITIONS);
    }
  }

  public static RedisConfig at(String url) {
    return new RedisConfig(
        url,
        DEFAULT_PREFIX,
        Durability.ASYNC,
        1,
        DEFAULT_TIMEOUT,
        DEFAULT_SWEEP_PERIOD,
        1,
        null,
        null);
  }

  public RedisConfig prefix(String value) {
    return new RedisConfig(
        url, value, durability, replicas, timeout, sweepPeriod, partitions, authorities, clock);
  }

  public RedisConfig durability(Durability value) {
    return new RedisConfig(
        url, prefix, value, replicas, timeout, sweepPeriod, partitions, authorities, clock);
  }

  public RedisConfig replicas(int value) {
    return new RedisConfig(
        url, prefix, durability, value, timeout, sweepPeriod, partitions, authorities, clock);
  }

  public RedisConfig timeout(Duration value) {
    return new RedisConfig(
        url, prefix, durability, replicas, value, sweepPeriod, partitions, authorities, clock);
  }

  public RedisConfig sweepPeriod(Duration value) {
    return new RedisConfig(
        url, prefix, durability, replicas, timeout, value, partitions, authorities, clock);
  }

  public RedisConfig partitions(int value) {
    return new RedisConfig(
        url, prefix, durability, replicas, timeout, sweepPeriod, value, authorities, clock);
  }

  public RedisConfig authorities(@Nullable Path value) {
    return new RedisConfig(
        url, prefix, durability, replicas, timeout, sweepPeriod, partitions, value, clock);
  }

  public RedisConfig clock(InstantSource value) {
    return new RedisConfig(
        url, prefix, durability, replicas, timeout, sweepPeriod, partitions, authorities, value);
  }

  /** The address without user and password. */
  String safeUrl() {
    return url.replaceFirst("//.*@", "//***@");
  }

  /** Safe to log: no password. */
  @Override
  public String toString() {
    return "RedisConfig[" + safeUrl() + ", prefix " + prefix + ", " + durability + ", timeout "
        + timeout + "]";
  }
}
