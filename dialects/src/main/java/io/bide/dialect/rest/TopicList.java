package io.bide.dialect.rest;

import io.bide.DelayQueue;
import io.bide.Page;
import io.bide.Topic;
import io.bide.TopicStats;
import io.bide.dialect.JsonOut;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A page of the topics of one namespace.
 *
 * @param stats of the topics, in their order; null when they were not asked for
 */
record TopicList(Page<Topic> page, @Nullable List<TopicStats> stats) {
  /** How many pages of the queue, which knows no namespaces, are looked through for one answer. */
  private static final int MAX_LOOKS = 10;

  static CompletableFuture<Page<Topic>> of(
      DelayQueue queue, String namespace, @Nullable String cursor, int limit) {
    return more(queue, namespace, cursor, limit, new ArrayList<>(), MAX_LOOKS);
  }

  private static CompletableFuture<Page<Topic>> more(
      DelayQueue queue,
      String namespace,
      @Nullable String cursor,
      int limit,
      List<Topic> found,
      int looks) {
    return queue.topics(cursor, limit - found.size()).thenCompose(page -> {
      page.items().stream()
          .filter(topic -> topic.namespace().equals(namespace))
          .forEach(found::add);
      boolean enough = found.size() == limit || looks == 1 || page.cursor() == null;
      return enough
          ? CompletableFuture.completedFuture(new Page<>(found, page.cursor()))
          : more(queue, namespace, page.cursor(), limit, found, looks - 1);
    });
  }

  static TopicList plain(Page<Topic> page) {
    return new TopicList(page, null);
  }

  static CompletableFuture<TopicList> withCounts(DelayQueue queue, Page<Topic> page) {
    List<CompletableFuture<TopicStats>> all =
        page.items().stream().map(queue::stats).toList();
    return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]))
        .thenApply(done ->
            new TopicList(page, all.stream().map(CompletableFuture::join).toList()));
  }

  void write(JsonOut out) {
    out.beginObject().name("topics").beginArray();
    for (int i = 0; i < page.items().size(); i++) {
      out.beginObject();
      MessageJson.writeTopic(out, "name", page.items().get(i));
      if (stats != null) {
        out.field("paused", stats.get(i).paused());
        StatsJson.writeCounts(out, stats.get(i));
      }
      out.endObject();
    }
    out.endArray().optional("cursor", page.cursor()).endObject();
  }
}
