package io.bide.dialect.camellia;

import io.bide.DelayQueue;
import io.bide.Page;
import io.bide.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks what the topics hold that clients of this dialect can reach. */
final class TopicInfos {
  /** So many at once keep the store busy without being in the way of others. */
  private static final int TOGETHER = 16;

  private final Config config;

  TopicInfos(Config config) {
    this.config = config;
  }

  CompletableFuture<List<TopicInfo>> all(DelayQueue queue) {
    return names(queue, null, new ArrayList<>())
        .thenCompose(topics -> count(queue, topics, 0, new ArrayList<>()));
  }

  private CompletableFuture<List<Topic>> names(
      DelayQueue queue, @Nullable String cursor, List<Topic> found) {
    return queue.topics(cursor, config.maxPage()).thenCompose(page -> {
      take(page, found);
      return page.cursor() == null
          ? CompletableFuture.completedFuture(found)
          : names(queue, page.cursor(), found);
    });
  }

  private void take(Page<Topic> page, List<Topic> found) {
    for (Topic topic : page.items()) {
      if (topic.namespace().equals(config.namespace()) && !topic.isDeathNotices()) {
        found.add(topic);
      }
    }
  }

  private static CompletableFuture<List<TopicInfo>> count(
      DelayQueue queue, List<Topic> topics, int from, List<TopicInfo> counted) {
    if (from >= topics.size()) {
      return CompletableFuture.completedFuture(counted);
    }
    List<CompletableFuture<TopicInfo>> some =
        topics.subList(from, Math.min(topics.size(), from + TOGETHER)).stream()
            .map(topic -> queue.stats(topic).thenApply(TopicInfo::of))
            .toList();
    return CompletableFuture.allOf(some.toArray(CompletableFuture<?>[]::new)).thenCompose(all -> {
      some.forEach(one -> counted.add(one.join()));
      return count(queue, topics, from + TOGETHER, counted);
    });
  }
}
