package io.bide.store.redis;

import io.bide.Event;
import io.bide.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Runs scripts on partitions of topics, and does what every reply asks for. */
final class Calls {
  /** How often a call is sent anew because this node was wrong about a topic. */
  private static final int CORRECTIONS = 5;

  private static final int HEADER_ARGUMENTS = 3;

  private final Link link;
  private final Keys keys;
  private final Directory directory;
  private final Registry registry;
  private final Relay relay;
  private final @Nullable InstantSource clock;
  private final byte[] defaults;
  private final Spread spread;

  Calls(
      Link link,
      Keys keys,
      Directory directory,
      Registry registry,
      Relay relay,
      RedisConfig config,
      Spread spread) {
    this.link = link;
    this.keys = keys;
    this.directory = directory;
    this.registry = registry;
    this.relay = relay;
    this.spread = spread;
    this.clock = config.clock();
    this.defaults = SettingsCodec.defaults(config.partitions());
  }

  /**
   * The answer of a script.
   *
   * @param now the time at which it ran
   */
  record Reply(Instant now, Object answer) {
    List<?> list() {
      return (List<?>) answer;
    }

    Unpacker packed() {
      return new Unpacker(answer);
    }
  }

  /** The topic has another number of partitions than the call was made for; nothing was done. */
  static final class OtherPartitions extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final int partitions;

    OtherPartitions(int partitions) {
      super("the topic has " + partitions + " partitions", null, false, false);
      this.partitions = partitions;
    }
  }

  /** Runs a script where the id is. */
  CompletableFuture<Reply> byId(Topic topic, String id, Script script, byte[]... arguments) {
    return corrected(
        topic,
        CORRECTIONS,
        partitions ->
            run(topic, partitionOf(topic, id, partitions), partitions, script, arguments));
  }

  /** Where an id belongs in a topic of so many partitions. */
  int partitionOf(Topic topic, String id, int partitions) {
    return spread.partitionOf(topic, id, partitions);
  }

  /** Does something that depends on the number of partitions, again when that turns out to be wrong. */
  <T> CompletableFuture<T> corrected(
      Topic topic, int tries, IntFunction<CompletableFuture<T>> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    var unused = work.apply(directory.partitions(topic)).whenComplete((value, error) -> {
      if (error == null) {
        result.complete(value);
      } else if (Failures.plain(error) instanceof OtherPartitions other && tries > 0) {
        directory.partitions(topic, other.partitions);
        pass(corrected(topic, tries - 1, work), result);
      } else {
        result.completeExceptionally(Failures.of(error, true));
      }
    });
    return result;
  }

  <T> CompletableFuture<T> corrected(Topic topic, IntFunction<CompletableFuture<T>> work) {
    return corrected(topic, CORRECTIONS, work);
  }

  /** So many operations of callers were answered together. */
  void committed(int operations, long nanos) {
    relay.committed(operations, Duration.ofNanos(nanos));
  }

  /** The topic has so many partitions. */
  void learn(Topic topic, int partitions) {
    directory.partitions(topic, partitions);
  }

  static <T> void pass(CompletableFuture<T> from, CompletableFuture<T> to) {
    var unused = from.whenComplete((value, error) -> {
      if (error == null) {
        to.complete(value);
      } else {
        to.completeExceptionally(Failures.plain(error));
      }
    });
  }

  /** Runs a script on one partition, believing in so many. */
  CompletableFuture<Reply> run(
      Topic topic, int partition, int partitions, Script script, byte[]... arguments) {
    boolean both = topic.isDeathNotices()
        || directory.of(topic).notices()
        || script == Script.CONFIGURE
        || script == Script.SWEEP;
    return run(topic, partition, partitions, both, script, arguments);
  }

  private CompletableFuture<Reply> run(
      Topic topic, int partition, int partitions, boolean both, Script script, byte[][] arguments) {
    Moment moment = Moment.of(clock);
    byte[][] all = new byte[arguments.length + HEADER_ARGUMENTS][];
    all[0] = header(moment, topic, partitions, link.mustWrite(script));
    all[1] = keys.wakeUps();
    all[2] = Packer.utf8(topic.namespace() + "\n" + topic.source().name());
    System.arraycopy(arguments, 0, all, HEADER_ARGUMENTS, arguments.length);
    CompletableFuture<Reply> result = new CompletableFuture<>();
    byte[][] itsKeys = keys.partition(topic.source(), partition, both);
    var unused = link.run(script, itsKeys, all).whenComplete((reply, error) -> {
      if (error == null) {
        read(topic, partition, partitions, moment, reply, result);
      } else if (isAbout(error, "BIDENOTICES") && !both) {
        directory.givesNotices(topic);
        pass(run(topic, partition, partitions, true, script, arguments), result);
      } else {
        result.completeExceptionally(partitionsOr(Failures.plain(error)));
      }
    });
    return result;
  }

  private byte[] header(Moment moment, Topic topic, int partitions, boolean mustWrite) {
    Packer out = new Packer(96);
    moment.write(out);
    out.int8(topic.isDeathNotices() ? 2 : 1).int8(mustWrite ? 1 : 0).number(partitions, 2);
    return out.raw(defaults).done();
  }

  private static boolean isAbout(Throwable error, String what) {
    return Failures.replyOf(error).contains(what);
  }

  private static Throwable partitionsOr(Throwable error) {
    if (!isAbout(error, "BIDEPARTITIONS ")) {
      return error;
    }
    String text = Failures.replyOf(error).trim();
    return new OtherPartitions(Integer.parseInt(text.substring(text.lastIndexOf(' ') + 1)));
  }

  private void read(
      Topic topic,
      int partition,
      int partitions,
      Moment moment,
      List<Object> reply,
      CompletableFuture<Reply> result) {
    try {
      Unpacker header = new Unpacker(reply.get(0));
      Instant now = moment.now(header.number(7));
      int unlisted = header.int8();
      for (Object death : (List<?>) reply.get(1)) {
        relay.died(death(topic, new Unpacker(death)));
      }
      Reply answer = new Reply(now, reply.get(2));
      if (unlisted == 0) {
        result.complete(answer);
      } else {
        list(topic.source(), partition, partitions, unlisted, result, answer);
      }
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  /** A topic that has just come into being is answered for once it is in the list of topics. */
  private void list(
      Topic source,
      int partition,
      int partitions,
      int unlisted,
      CompletableFuture<Reply> result,
      Reply answer) {
    var unused = registry.list(source, unlisted).whenComplete((done, error) -> {
      if (error != null) {
        result.completeExceptionally(error);
        return;
      }
      // Nobody waits for it: as long as it is not noted, every reply asks for it again.
      var unusedReply = run(source, partition, partitions, true, Script.LISTED, new byte[0][]);
      result.complete(answer);
    });
  }

  private static Event.Died death(Topic topic, Unpacker in) {
    Topic whose = in.int8() == 1 ? topic.source() : topic.source().deathNotices();
    var state = Codes.state(in.int8());
    var cause = Codes.cause(in.int8());
    Instant at = in.time();
    int attempts = in.int32();
    return new Event.Died(whose, at, in.restAsText(), state, cause, attempts);
  }
}
