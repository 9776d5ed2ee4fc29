package io.bide.server.operate;

import io.bide.DelayQueue;
import io.bide.Page;
import io.bide.Topic;
import io.bide.TopicStats;
import io.prometheus.metrics.model.snapshots.Labels;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts what topics hold, with the same effort however many there are: each time all topics that
 * have a meter, and of the others the next few. When it has been round all of them, their sum is the
 * new one; until the first round is complete, the sum of those that were reached.
 *
 * <p>Used by one scrape after the other, never by two at once.
 */
final class Census {
  private static final int LEAST_PAGE = 100;

  /** So many at once keep the store busy without being in the way of others. */
  private static final int TOGETHER = 16;

  private final DelayQueue queue;
  private final TopicMeters meters;
  private final int page;

  private @Nullable String cursor;
  private Round round = new Round();
  private @Nullable Round complete;

  /** One way round all topics. */
  private static final class Round {
    private final Holdings others = new Holdings();
    private int topics;
  }

  /**
   * What was counted.
   *
   * @param own of each topic with a meter
   * @param others of all others together
   * @param topics how many there are
   */
  record Result(Map<TopicMeter, Holdings> own, Holdings others, int topics) {
    /**
     * Adds it to a report.
     *
     * @param rest the meter of all others; absent while every topic has its own
     */
    void report(Report report, @Nullable TopicMeter rest, Instant now) {
      Holdings all = new Holdings();
      own.forEach((meter, holdings) -> {
        holdings.reportMessages(report, meter.labels, now);
        all.add(holdings);
      });
      all.add(others);
      if (rest != null) {
        others.reportMessages(report, rest.labels, now);
      }
      all.reportWaiting(report);
      report.gauge(Family.TOPICS, Labels.EMPTY, topics);
    }
  }

  /**
   * A census of a queue.
   *
   * @param ownTopics how many topics have a meter at most
   * @param maxPage how many topics the queue lists at once at most
   */
  Census(DelayQueue queue, TopicMeters meters, int ownTopics, int maxPage) {
    this.queue = queue;
    this.meters = meters;
    this.page = (int) Math.min(maxPage, Math.max(LEAST_PAGE, 2L * ownTopics));
  }

  CompletableFuture<Result> take() {
    return queue
        .topics(cursor, page)
        .thenCompose(this::walk)
        .thenCompose(v -> countOwn())
        .whenComplete((result, failure) -> {
          if (failure != null) {
            startAgain(null);
          }
        });
  }

  private CompletableFuture<Void> walk(Page<Topic> reached) {
    List<Topic> others =
        reached.items().stream().filter(topic -> meters.admit(topic) == null).toList();
    return count(others, stats -> round.others.add(stats)).thenRun(() -> {
      round.topics += reached.items().size();
      cursor = reached.cursor();
      if (cursor == null) {
        startAgain(round);
      }
    });
  }

  private void startAgain(@Nullable Round finished) {
    complete = finished == null ? complete : finished;
    round = new Round();
    cursor = null;
  }

  private CompletableFuture<Result> countOwn() {
    Map<TopicMeter, Holdings> own = new LinkedHashMap<>();
    List<Topic> topics = new ArrayList<>();
    for (TopicMeter meter : meters.own()) {
      if (meter.topic != null) {
        topics.add(meter.topic);
        own.put(meter, new Holdings());
      }
    }
    List<Holdings> inOrder = List.copyOf(own.values());
    return count(topics, new Filler(inOrder)).thenApply(v -> {
      Round known = complete == null ? round : complete;
      // Growth shows before the next round is complete.
      return new Result(own, known.others, Math.max(known.topics, round.topics));
    });
  }

  /** Gives each answer to the next in line. */
  private static final class Filler implements Consumer<TopicStats> {
    private final List<Holdings> line;
    private int next;

    private Filler(List<Holdings> line) {
      this.line = line;
    }

    @Override
    public void accept(TopicStats stats) {
      line.get(next++).add(stats);
    }
  }

  /** Asks for the topics, some at a time; the answers come in their order. */
  private CompletableFuture<Void> count(List<Topic> topics, Consumer<TopicStats> each) {
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    for (int from = 0; from < topics.size(); from += TOGETHER) {
      List<Topic> some = topics.subList(from, Math.min(topics.size(), from + TOGETHER));
      done = done.thenCompose(v -> countTogether(some, each));
    }
    return done;
  }

  private CompletableFuture<Void> countTogether(List<Topic> topics, Consumer<TopicStats> each) {
    List<CompletableFuture<TopicStats>> answers =
        topics.stream().map(queue::stats).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenRun(() -> answers.forEach(answer -> each.accept(answer.join())));
  }
}
