package io.bide.dialect.camellia;

import io.bide.DelayQueue;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.dialect.Call;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that the topics of this dialect keep what has ended as the original does: all of it for
 * the same time, with its text.
 *
 * <p>What is kept is decided when a message ends, so it is enough to see to it after the first message
 * of a topic was stored. A topic whose settings somebody has changed is left as it is.
 */
final class Keeping {
  private static final Logger log = LoggerFactory.getLogger(Keeping.class);
  private static final int MOST_REMEMBERED = 100_000;

  private final DelayQueue queue;
  private final TopicSettings wanted;
  /** Those that have been seen to. To forget one costs a look at its settings, nothing else. */
  private final Set<Topic> seen = ConcurrentHashMap.newKeySet();

  /**
   * Keeping for a time.
   *
   * @param queue the one of the server: a client that may put need not have the right to configure
   */
  Keeping(DelayQueue queue, Duration retention) {
    this.queue = queue;
    this.wanted = TopicSettings.builder()
        .retention(retention)
        .deadRetention(retention)
        .keepBodies(true)
        .build();
  }

  /** Goes on once the topic has been seen to. */
  void of(Call call, Topic topic, Runnable next) {
    if (seen.contains(topic)) {
      next.run();
    } else {
      call.then(seeTo(topic), done -> next.run());
    }
  }

  /** Done once the topics have been seen to. */
  CompletableFuture<Void> of(List<Topic> topics) {
    return CompletableFuture.allOf(topics.stream()
        .filter(topic -> !seen.contains(topic))
        .map(this::seeTo)
        .toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<Boolean> seeTo(Topic topic) {
    return queue
        .settings(topic)
        .thenCompose(settings -> settings.equals(TopicSettings.DEFAULT)
            ? queue.configure(topic, wanted)
            : CompletableFuture.completedFuture(null))
        .handle((done, failure) -> remember(topic, failure));
  }

  /** The message is stored whatever happens here; the next one of the topic tries again. */
  private boolean remember(Topic topic, @Nullable Throwable failure) {
    if (failure != null) {
      log.warn("Topic {} does not keep ended messages for its clients yet", topic, failure);
      return false;
    }
    if (seen.size() >= MOST_REMEMBERED) {
      seen.clear();
    }
    return seen.add(topic);
  }
}
