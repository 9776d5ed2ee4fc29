package io.bide.store.redis;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.Page;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Records;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.RescheduleResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import io.bide.WhenLeased;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.store.StoreListener;
import io.bide.store.SweepReply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store in Redis, for any number of nodes: they share everything and keep nothing. Thread-safe.
 *
 * <p>What an answer means is said by {@link RedisConfig.Durability}. When Redis has no memory left puts fail
 * with {@link ErrorCode#STORE_FULL} and everything else goes on. While Redis is away calls fail at once with
 * {@link ErrorCode#UNAVAILABLE}; what was under way when the connection was lost is {@link ErrorCode#UNKNOWN}.
 */
public final class RedisStore implements Store {
  private final RedisConfig config;
  private final Link link;
  private final Gate gate = new Gate();
  private final Relay relay = new Relay();
  private final Lanes puts;
  private final Lanes settles;
  private final Claiming claiming;
  private final Changing changing;
  private final Looking looking;
  private final Redriving redriving;
  private final Operating operating;
  private final Sweeping sweeping;
  private final Registry registry;
  private final Watching watching;
  private final StoredRecords records;

  private RedisStore(RedisConfig config, Link link, Spread spread) {
    this.config = config;
    this.link = link;
    Keys keys = new Keys(config.prefix());
    Directory directory = new Directory(config.partitions());
    this.registry = new Registry(link, keys, config.clock());
    Calls calls = new Calls(link, keys, directory, registry, relay, config, spread);
    this.puts = new Lanes(calls, directory, Script.PUT);
    this.settles = new Lanes(calls, directory, Script.SETTLE);
    this.claiming = new Claiming(calls);
    this.changing = new Changing(calls);
    this.looking = new Looking(calls);
    this.redriving = new Redriving(calls);
    this.operating = new Operating(calls, directory);
    this.sweeping = new Sweeping(calls, registry, config);
    this.watching = new Watching(link, keys, directory);
    this.records = new StoredRecords(link, keys, relay, gate);
    new Ear(keys, relay, config.clock()).listen(link);
  }

  /**
   * Connects to Redis and checks that it can be trusted with messages. Blocks.
   *
   * @throws BideException with {@link ErrorCode#UNAVAILABLE} when Redis cannot be reached, with {@link
   *     ErrorCode#INVALID} when its configuration would lose messages
   */
  public static RedisStore open(RedisConfig config) {
    return open(config, Spread.BY_HASH);
  }

  /** One that spreads messages in another way. */
  static RedisStore open(RedisConfig config, Spread spread) {
    Link link = Link.open(config);
    try {
      StartUpCheck.run(link, config);
      return new RedisStore(config, link, spread);
    } catch (RuntimeException e) {
      link.close();
      throw e;
    }
  }

  @Override
  public void listen(StoreListener listener) {
    relay.target = listener;
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> all) {
    return gate.through(() -> {
      List<Operation> operations = all.stream().map(Putting::operation).toList();
      Gathering<PutResult> gathering = new Gathering<>(
          operations,
          i -> Putting.result(all.get(i), operations.get(i).answer()),
          PutResult.Failed::new);
      puts.send(operations);
      return gathering.results();
    });
  }

  @Override
  public CompletableFuture<ClaimReply> claim(
      Topic topic, List<ClaimRequest> requests, long byteLimit) {
    return gate.through(() -> claiming.claim(topic, requests, byteLimit));
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> all) {
    return gate.through(() -> {
      List<Operation> operations =
          all.stream().<Operation>map(Settling::operation).toList();
      Gathering<SettleResult> gathering = new Gathering<>(
          operations, i -> Settling.result(operations.get(i).answer()), SettleResult::failed);
      settles.send(operations);
      return gathering.results();
    });
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    return gate.through(() -> changing.cancel(topic, id, whenLeased));
  }

  @Override
  public CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    return gate.through(() -> changing.reschedule(topic, id, due));
  }

  @Override
  public CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return gate.reading(() -> changing.peek(topic, id));
  }

  @Override
  public CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return gate.through(() -> changing.erase(topic, id));
  }

  @Override
  public CompletableFuture<Page<Message>> browse(Browse browse) {
    return gate.reading(() -> looking.browse(browse));
  }

  @Override
  public CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    return gate.through(() -> redriving.redrive(redrive));
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic) {
    return gate.through(() -> operating.purge(topic));
  }

  @Override
  public CompletableFuture<Integer> purge(Topic topic, State ended, int limit) {
    return gate.through(() -> operating.purge(topic, ended, limit));
  }

  @Override
  public CompletableFuture<TopicSettings> settings(Topic topic) {
    return gate.reading(() -> operating.settings(topic));
  }

  @Override
  public CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    return gate.through(() -> operating.configure(topic, settings));
  }

  @Override
  public CompletableFuture<Void> pause(Topic topic, boolean paused) {
    return gate.through(() -> operating.pause(topic, paused));
  }

  @Override
  public CompletableFuture<TopicStats> stats(Topic topic) {
    return gate.reading(() -> looking.stats(topic));
  }

  @Override
  public CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit) {
    return gate.reading(() -> registry.page(cursor, limit));
  }

  @Override
  public CompletableFuture<SweepReply> sweep(int budget) {
    return gate.through(() -> sweeping.sweep(budget));
  }

  @Override
  public void watch(Topic topic, boolean watched) {
    watching.watch(topic, watched);
  }

  @Override
  public Records records() {
    return records;
  }

  @Override
  public CompletableFuture<Void> ping() {
    return gate.reading(() -> link.read(c -> c.ping()).thenAccept(pong -> {}));
  }

  @Override
  public void close() {
    if (gate.close(config.timeout().multipliedBy(2))) {
      watching.close();
      link.close();
    }
  }

  @Override
  public String toString() {
    return "RedisStore at " + config;
  }
}
