package io.bide.store.redis;

import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.store.SweepReply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sweeps topics by turns that all nodes share: each topic is swept once in a period, by whichever node
 * asks first. A node that has learned when the next turn is does not ask before; one that has come too late
 * leaves the next turns to the others, at most three of them, so that many nodes ask little more than one.
 */
final class Sweeping {
  private static final int MOST_TOPICS = 1_000;
  private static final int MOST_TURNS_LEFT = 3;

  private final Calls calls;
  private final Registry registry;
  private final Duration period;
  private final @Nullable InstantSource clock;
  private volatile long notBefore;
  private volatile int turnsLeftToOthers;

  Sweeping(Calls calls, Registry registry, RedisConfig config) {
    this.calls = calls;
    this.registry = registry;
    this.period = config.sweepPeriod();
    this.clock = config.clock();
    this.notBefore = nanos();
  }

  private long nanos() {
    return clock == null
        ? SystemTime.nanos()
        : ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant());
  }

  CompletableFuture<SweepReply> sweep(int budget) {
    if (nanos() - notBefore < 0) {
      return CompletableFuture.completedFuture(new SweepReply(0, 0, false));
    }
    return registry.turns(period, MOST_TOPICS).thenCompose(turns -> {
      rest(turns);
      LinkedHashSet<Topic> sources = new LinkedHashSet<>();
      turns.topics().forEach(topic -> sources.add(topic.source()));
      boolean more = turns.topics().size() == MOST_TOPICS && !period.isZero();
      return next(new ArrayList<>(sources), 0, new SweepReply(0, 0, more), budget);
    });
  }

  private void rest(Registry.Turns turns) {
    turnsLeftToOthers = turns.tooLate() ? Math.min(turnsLeftToOthers + 1, MOST_TURNS_LEFT) : 0;
    // A period at most: topics that other nodes have added meanwhile must not wait longer.
    long pause = Math.min(turns.pause().toNanos(), period.toNanos());
    notBefore = nanos() + pause + turnsLeftToOthers * period.toNanos();
  }

  private CompletableFuture<SweepReply> next(
      List<Topic> sources, int index, SweepReply sum, int budget) {
    if (index == sources.size()) {
      return CompletableFuture.completedFuture(sum);
    }
    int left = budget - sum.died() - sum.forgotten();
    if (left <= 0) {
      notBefore = nanos();
      return registry
          .giveBack(sources.subList(index, sources.size()))
          .thenApply(done -> new SweepReply(sum.died(), sum.forgotten(), true));
    }
    return sweep(sources.get(index), left).thenCompose(swept -> {
      SweepReply both = new SweepReply(
          sum.died() + swept.died(), sum.forgotten() + swept.forgotten(), sum.more());
      boolean cut = swept.more();
      return next(sources, cut ? index : index + 1, both, cut ? 0 : budget);
    });
  }

  /** Sweeps one topic and its notices; {@code more} when the budget has ended it. */
  private CompletableFuture<SweepReply> sweep(Topic source, int budget) {
    return calls.corrected(source, partitions -> {
      Visit visit = new Visit(source, partitions, budget);
      visit.next();
      return visit.result;
    });
  }

  /** One topic's partitions, one after the other. */
  private final class Visit {
    private final Topic source;
    private final int partitions;
    private final int budget;
    private final CompletableFuture<SweepReply> result = new CompletableFuture<>();
    private int partition;
    private int died;
    private int forgotten;
    private int exists;
    private int stays;

    Visit(Topic source, int partitions, int budget) {
      this.source = source;
      this.partitions = partitions;
      this.budget = budget;
    }

    void next() {
      int left = budget - died - forgotten;
      if (left <= 0) {
        result.complete(new SweepReply(died, forgotten, true));
      } else if (partition == partitions) {
        finish();
      } else {
        var unused = calls
            .run(source, partition, partitions, Script.SWEEP, Packer.text(left))
            .whenComplete((reply, error) -> {
              if (error != null) {
                result.completeExceptionally(Failures.plain(error));
              } else {
                took(reply.packed());
              }
            });
      }
    }

    private void took(Unpacker in) {
      died += in.int32();
      forgotten += in.int32();
      exists |= in.int8();
      stays |= in.int8();
      if (in.int8() == 1) {
        result.complete(new SweepReply(died, forgotten, true));
      } else {
        partition++;
        next();
      }
    }

    private void finish() {
      SweepReply reply = new SweepReply(died, forgotten, false);
      Calls.pass(forgetIfEmpty().thenApply(done -> reply), result);
    }

    private CompletableFuture<Boolean> forgetIfEmpty() {
      int empty = exists & ~stays;
      CompletableFuture<Boolean> done = CompletableFuture.completedFuture(true);
      if ((empty & 1) != 0) {
        done = done.thenCompose(before -> forget(source, partitions));
      }
      if ((empty & 2) != 0) {
        done = done.thenCompose(before -> forget(source.deathNotices(), partitions));
      }
      return done;
    }
  }

  /** Takes a topic off the list; if somebody has put something meanwhile, it comes back. */
  private CompletableFuture<Boolean> forget(Topic topic, int partitions) {
    return registry
        .unlist(topic)
        .thenCompose(done -> forget(topic, 0, partitions))
        .thenCompose(gone -> gone
            ? CompletableFuture.completedFuture(true)
            : registry
                .list(topic.source(), topic.isDeathNotices() ? 2 : 1)
                .thenApply(listed -> false));
  }

  private CompletableFuture<Boolean> forget(Topic topic, int partition, int partitions) {
    if (partition == partitions) {
      return CompletableFuture.completedFuture(true);
    }
    return calls
        .run(topic, partition, partitions, Script.FORGET)
        .thenCompose(reply -> reply.packed().int8() == 1
            ? forget(topic, partition + 1, partitions)
            : CompletableFuture.completedFuture(false));
  }
}
