package io.bide;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for what is due.
 *
 * @param topics where to look, in order of preference; at least one
 * @param id only this message, if it is ready; then exactly one topic is named
 * @param max how many messages at most; 1 by default
 * @param maxItems how many items of a merged message at most; 1,000 by default
 * @param lease how long the claimer has; left out, the message's own or the topic's
 * @param waitUpTo how long to wait for something to become due; zero by default
 */
public record Claim(
    List<Topic> topics,
    @Nullable String id,
    int max,
    int maxItems,
    @Nullable Duration lease,
    Duration waitUpTo) {
  public Claim {
    topics = List.copyOf(topics);
    Checks.atLeast("topics", 1, topics.size());
    if (id != null) {
      Checks.lookedUpId("id", id);
      if (topics.size() != 1) {
        throw BideException.invalid("topics", "are several; a claim of one id names one topic");
      }
    }
    Checks.atLeast("max", 1, max);
    Checks.atLeast("maxItems", 1, maxItems);
    if (lease != null) {
      Checks.positive("lease", lease);
    }
    Checks.notNegative("wait", waitUpTo);
  }

  public static Claim from(Topic... topics) {
    return new Claim(
        List.of(topics), null, 1, MergeOptions.MAX_ITEMS_PER_CLAIM, null, Duration.ZERO);
  }

  public static Claim from(String topic) {
    return from(Topic.of(topic));
  }

  public Claim id(String onlyThis) {
    return new Claim(topics, onlyThis, max, maxItems, lease, waitUpTo);
  }

  public Claim max(int messages) {
    return new Claim(topics, id, messages, maxItems, lease, waitUpTo);
  }

  public Claim maxItems(int items) {
    return new Claim(topics, id, max, items, lease, waitUpTo);
  }

  public Claim lease(@Nullable Duration time) {
    return new Claim(topics, id, max, maxItems, time, waitUpTo);
  }

  public Claim waiting(Duration time) {
    return new Claim(topics, id, max, maxItems, lease, time);
  }
}
