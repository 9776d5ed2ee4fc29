package io.bide.store.redis;

import io.bide.Topic;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a key alive for each topic of which somebody wants to hear every change, on whichever node it
 * happens. The key ends by itself when this node is gone.
 */
final class Watching implements AutoCloseable {
  private static final Duration LASTS = Duration.ofSeconds(60);
  private static final Duration RENEWED = Duration.ofSeconds(20);

  private final Link link;
  private final Keys keys;
  private final Directory directory;
  private final Map<Topic, Integer> watched = new HashMap<>();
  private final ScheduledExecutorService renewing =
      Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bide-redis-watch");
        thread.setDaemon(true);
        return thread;
      });

  Watching(Link link, Keys keys, Directory directory) {
    this.link = link;
    this.keys = keys;
    this.directory = directory;
    var unused = renewing.scheduleWithFixedDelay(
        this::renew, RENEWED.toMillis(), RENEWED.toMillis(), TimeUnit.MILLISECONDS);
  }

  void watch(Topic topic, boolean on) {
    boolean begins;
    synchronized (this) {
      int watchers = watched.merge(topic, on ? 1 : -1, Integer::sum);
      begins = on && watchers == 1;
      if (watchers <= 0) {
        // The key is left to end by itself: another node may want it.
        watched.remove(topic);
      }
    }
    if (begins) {
      set(topic);
    }
  }

  private void renew() {
    Map<Topic, Integer> now;
    synchronized (this) {
      now = Map.copyOf(watched);
    }
    now.keySet().forEach(this::set);
  }

  private void set(Topic topic) {
    for (int i = 0; i < directory.partitions(topic); i++) {
      byte[] key = keys.watch(topic, i);
      // Whoever waits looks from time to time anyway; and it is set again soon.
      var unused =
          link.write(c -> c.set(key, new byte[] {'1'}, SetArgs.Builder.px(LASTS.toMillis())));
    }
  }

  @Override
  public void close() {
    renewing.shutdownNow();
  }
}
