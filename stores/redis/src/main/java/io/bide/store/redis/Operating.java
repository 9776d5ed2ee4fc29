package io.bide.store.redis;

import io.bide.BideException;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** What operators do to a topic: settings, pause, purge. Partitions are asked one after the other. */
final class Operating {
  /** How many ended messages one call removes at most. */
  private static final int MOST_AT_ONCE = 500;

  private final Calls calls;
  private final Directory directory;

  Operating(Calls calls, Directory directory) {
    this.calls = calls;
    this.directory = directory;
  }

  CompletableFuture<TopicSettings> settings(Topic topic) {
    return calls.corrected(
        topic,
        partitions -> calls
            .run(topic, 0, partitions, Script.SETTINGS)
            .thenApply(reply -> SettingsCodec.decode((byte[]) reply.answer())));
  }

  /**
   * Replaces the settings in every partition. Their number can change only while the topic holds nothing;
   * what was changed before one of them refused is changed back.
   */
  CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    return settings(topic).thenCompose(before -> {
      int partitions = directory.partitions(topic);
      int wanted =
          topic.isDeathNotices() ? partitions : directory.partitionsFor(settings.partitions());
      int all = Math.max(partitions, wanted);
      return configure(topic, settings, wanted, 0, all).thenCompose(done -> {
        if (done == all) {
          directory.partitions(topic, wanted);
          return nothing();
        }
        return configure(topic, before, partitions, 0, done)
            .thenCompose(undone -> refuse(topic, partitions));
      });
    });
  }

  /** Configures partitions up to the first that refuses; answers how many have not. */
  private CompletableFuture<Integer> configure(
      Topic topic, TopicSettings settings, int wanted, int partition, int end) {
    if (partition == end) {
      return CompletableFuture.completedFuture(end);
    }
    return believing(
            directory.partitions(topic),
            partitions -> calls.run(
                topic,
                partition,
                partitions,
                Script.CONFIGURE,
                SettingsCodec.encode(settings),
                Packer.text(wanted)))
        .thenCompose(reply -> reply.packed().int8() == 1
            ? configure(topic, settings, wanted, partition + 1, end)
            : CompletableFuture.completedFuture(partition));
  }

  /** A partition that is not in use may believe in another number of them. */
  private static CompletableFuture<Calls.Reply> believing(
      int partitions, IntFunction<CompletableFuture<Calls.Reply>> call) {
    CompletableFuture<Calls.Reply> result = new CompletableFuture<>();
    var unused = call.apply(partitions).whenComplete((reply, error) -> {
      if (error == null) {
        result.complete(reply);
      } else if (Failures.plain(error) instanceof Calls.OtherPartitions other) {
        Calls.pass(call.apply(other.partitions), result);
      } else {
        result.completeExceptionally(Failures.plain(error));
      }
    });
    return result;
  }

  private static CompletableFuture<Void> refuse(Topic topic, int partitions) {
    return CompletableFuture.failedFuture(BideException.invalid(
        "partitions",
        "of topic " + topic + " stay " + partitions
            + " while it holds messages, also ended ones; purge it first"));
  }

  CompletableFuture<Void> pause(Topic topic, boolean paused) {
    return each(
            topic,
            0L,
            (partition, partitions) ->
                calls.run(topic, partition, partitions, Script.PAUSE, Packer.text(paused ? 1 : 0)))
        .thenCompose(done -> nothing());
  }

  CompletableFuture<Long> purge(Topic topic) {
    return each(
        topic,
        0L,
        (partition, partitions) -> calls.run(topic, partition, partitions, Script.PURGE));
  }

  private interface OnPartition {
    CompletableFuture<Calls.Reply> run(int partition, int partitions);
  }

  /** Runs something on all partitions and sums up the numbers it answers. */
  private CompletableFuture<Long> each(Topic topic, long sum, OnPartition work) {
    return calls.corrected(topic, partitions -> from(0, partitions, sum, work));
  }

  private static CompletableFuture<Long> from(
      int partition, int partitions, long sum, OnPartition work) {
    if (partition == partitions) {
      return CompletableFuture.completedFuture(sum);
    }
    return work.run(partition, partitions).thenCompose(reply -> {
      long more = reply.answer() instanceof Long number ? number : 0;
      return from(partition + 1, partitions, sum + more, work);
    });
  }

  CompletableFuture<Integer> purge(Topic topic, State ended, int limit) {
    return calls.corrected(topic, partitions -> purge(topic, ended, limit, 0, partitions, 0));
  }

  private CompletableFuture<Integer> purge(
      Topic topic, State ended, int limit, int partition, int partitions, int sum) {
    if (partition == partitions || sum == limit) {
      return CompletableFuture.completedFuture(sum);
    }
    int most = Math.min(limit - sum, MOST_AT_ONCE);
    return calls
        .run(
            topic,
            partition,
            partitions,
            Script.PURGE_STATE,
            Packer.text(Codes.of(ended)),
            Packer.text(most))
        .thenCompose(reply -> {
          int gone = ((Long) reply.answer()).intValue();
          int next = gone == most ? partition : partition + 1;
          return purge(topic, ended, limit, next, partitions, sum + gone);
        });
  }

  @SuppressWarnings("NullAway") // The only value of Void is null.
  private static CompletableFuture<Void> nothing() {
    return CompletableFuture.completedFuture(null);
  }
}
