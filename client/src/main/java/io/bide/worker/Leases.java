package io.bide.worker;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.Settle;
import io.bide.SettleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the leases of what a worker holds in one topic, each when half of it is over.
 *
 * <p>One alarm for all, at the earliest time that any of them needs it. A message that is settled
 * before that, as nearly all are, costs a place in a set and no alarm. Thread-safe.
 */
final class Leases {
  private static final Logger log = LoggerFactory.getLogger(Leases.class);

  private final DelayQueue queue;
  private final Timing timing;
  private final Duration longest;
  private final Set<Held> held = ConcurrentHashMap.newKeySet();

  private boolean stopped;
  private @Nullable Runnable cancel;
  private long alarm;

  /**
   * Leases of nobody yet.
   *
   * @param longest how long one is extended at most
   */
  Leases(DelayQueue queue, Timing timing, Duration longest) {
    this.queue = queue;
    this.timing = timing;
    this.longest = longest;
  }

  void add(List<Held> claimed) {
    if (longest.isZero() || claimed.get(0).delivery().receipt() == null) {
      return;
    }
    held.addAll(claimed);
    setAlarm(earliest(claimed));
  }

  void remove(Held one) {
    held.remove(one);
  }

  /** Extends nothing from now on. */
  synchronized void stop() {
    stopped = true;
    held.clear();
    if (cancel != null) {
      cancel.run();
    }
  }

  private static long earliest(Collection<Held> some) {
    long first = some.iterator().next().renewAt();
    for (Held one : some) {
      first = one.renewAt() - first < 0 ? one.renewAt() : first;
    }
    return first;
  }

  private synchronized void setAlarm(long at) {
    if (stopped || (cancel != null && alarm - at <= 0)) {
      return;
    }
    if (cancel != null) {
      cancel.run();
    }
    alarm = at;
    cancel = timing.after(Duration.ofNanos(Math.max(0, at - timing.nanos())), this::ring);
  }

  private void ring() {
    synchronized (this) {
      cancel = null;
    }
    extendDue();
    List<Held> rest = List.copyOf(held);
    if (!rest.isEmpty()) {
      setAlarm(earliest(rest));
    }
  }

  private void extendDue() {
    long now = timing.nanos();
    List<Held> due = new ArrayList<>();
    for (Held one : held) {
      if (one.renewAt() - now > 0) {
        continue;
      }
      if (now - one.since() > longest.toNanos()) {
        giveUp(one);
      } else {
        one.renewed(now);
        due.add(one);
      }
    }
    for (int from = 0; from < due.size(); from += TopicOptions.MAX_BATCH_SIZE) {
      extend(due.subList(from, Math.min(due.size(), from + TopicOptions.MAX_BATCH_SIZE)));
    }
  }

  private void giveUp(Held one) {
    held.remove(one);
    log.warn(
        "The handler of {} has run for more than {}: its lease is not extended any more",
        one.delivery().message(),
        longest);
  }

  private void extend(List<Held> due) {
    List<Settle> extensions = new ArrayList<>(due.size());
    for (Held one : due) {
      extensions.add(new Settle.Extend(one.delivery().requireReceipt(), one.lease()));
    }
    Failures.whenDone(Failures.catching(() -> queue.settle(extensions)), (results, error) -> {
      for (int i = 0; i < due.size(); i++) {
        answered(due.get(i), error == null ? results.get(i) : SettleResult.failed(error));
      }
    });
  }

  private void answered(Held one, SettleResult result) {
    if (result.ok() || !held.contains(one)) {
      return;
    }
    BideException error = result.error();
    if (error == null) {
      held.remove(one);
      log.warn(
          "The lease of {} is lost ({}): it was taken back, or is handled elsewhere",
          one.delivery().message(),
          result.answer());
    } else if (error.code().retryable()) {
      one.notRenewed(timing.nanos());
      setAlarm(one.renewAt());
    } else {
      held.remove(one);
      log.warn("The lease of {} cannot be extended", one.delivery().message(), error);
    }
  }
}
