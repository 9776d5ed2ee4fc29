package io.bide.server.auth;

import io.bide.DelayQueue;
import io.bide.server.http.Caller;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that are good now, and the callers they stand for. Follows its file while it is started.
 *
 * <p>Once it has seen a key it never lets anybody in without one again: if the file vanishes, or its
 * last key is removed, nobody gets in. If the file cannot be understood the keys stay what they were.
 * Thread-safe.
 */
public final class KeyRing implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KeyRing.class);
  private static final long INTERVAL_MILLIS = 1_000;

  private final KeyFile file;
  private final DelayQueue queue;
  private final ScheduledExecutorService follower;
  private volatile List<KeyHolder> holders = List.of();
  private volatile boolean locked;
  private List<ApiKey> keys = List.of();
  private @Nullable String trouble;

  /**
   * A ring with some keys.
   *
   * @param file where to look for changes
   * @param known what was in the file
   * @param queue what the callers get, each as far as its key reaches
   */
  public KeyRing(KeyFile file, List<ApiKey> known, DelayQueue queue) {
    this.file = file;
    this.queue = queue;
    this.follower = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread thread = new Thread(task, "bide-keys-1");
      thread.setDaemon(true);
      return thread;
    });
    take(known);
  }

  /** Begins to follow the file. */
  public void start() {
    var unused = follower.scheduleWithFixedDelay(
        this::runOnce, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Looks once whether the file has changed. */
  synchronized void runOnce() {
    try {
      List<ApiKey> now = file.read();
      trouble = null;
      if (!now.equals(keys)) {
        take(now);
        log.info("The keys have changed: there are {} now", now.size());
      }
    } catch (IOException e) {
      if (!e.toString().equals(trouble)) {
        log.warn(
            "The keys stay what they were, because their file cannot be used: {}", e.toString());
      }
      trouble = e.toString();
    }
  }

  private synchronized void take(List<ApiKey> now) {
    keys = now;
    holders = now.stream().map(key -> new KeyHolder(key, queue)).toList();
    locked |= !now.isEmpty();
  }

  /** Whether nobody gets in without a key. */
  public boolean locked() {
    return locked;
  }

  /** The caller who sent this secret. Takes as long for a wrong one as for a right one. */
  Optional<Caller> find(String secret) {
    byte[] hash = ApiKey.digest(secret);
    Caller found = null;
    for (KeyHolder holder : holders) {
      if (holder.isHolderOf(hash)) {
        found = holder;
      }
    }
    return Optional.ofNullable(found);
  }

  /** The caller whose key has this name. */
  Optional<Caller> named(String name) {
    for (KeyHolder holder : holders) {
      if (holder.name().equals(name)) {
        return Optional.of(holder);
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    follower.shutdownNow();
  }
}
