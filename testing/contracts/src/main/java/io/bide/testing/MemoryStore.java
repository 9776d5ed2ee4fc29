package io.bide.testing;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.Event;
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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The oracle: a store in memory that follows {@code docs/lifecycle.md} sentence by sentence, made to
 * be obviously right and not to be fast. It keeps nothing that a restart could lose.
 *
 * <p>Thread-safe. Every future it returns is complete.
 */
public final class MemoryStore implements Store {
  private final InstantSource clock;
  private final Life life;
  private final Puts puts;
  private final Claims claims;
  private final Settles settles;
  private final Ids ids;
  private final Looks looks;
  private final DeadLetters deadLetters;
  private final MemoryRecords records;
  private volatile StoreListener listener = new Deaf();
  private boolean closed;

  public MemoryStore(InstantSource clock) {
    this(clock, new Rules());
  }

  MemoryStore(InstantSource clock, Rules rules) {
    this.clock = clock;
    life = rules.life();
    puts = rules.puts(life);
    claims = rules.claims(life);
    settles = rules.settles(life);
    ids = rules.ids(life);
    looks = rules.looks(life);
    deadLetters = rules.deadLetters(life);
    records = new MemoryRecords(key -> listener.recordChanged(key));
  }

  @Override
  public void listen(StoreListener newListener) {
    listener = newListener;
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> batch) {
    return run(now -> batch.stream().map(put -> puts.put(put, now)).toList());
  }

  @Override
  public CompletableFuture<ClaimReply> claim(
      Topic topic, List<ClaimRequest> requests, long byteLimit) {
    return run(now -> {
      ClaimReply reply = claims.claim(topic, requests, byteLimit, now);
      // The reply itself says when to ask again.
      life.changed.remove(topic);
      if (!topic.isDeathNotices()) {
        life.changed.add(topic.deathNotices());
      }
      return reply;
    });
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> batch) {
    return run(now -> {
      List<SettleResult> results = new ArrayList<>();
      batch.forEach(settle -> results.add(settles.settle(settle, now)));
      return List.copyOf(results);
    });
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    return run(now -> ids.cancel(topic, id, whenLeased, now));
  }

  @Override
  public CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    return run(now -> ids.reschedule(topic, id, due, now));
  }

  @Override
  public CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return run(now -> ids.peek(topic, id, now));
  }

  @Override
  public CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return run(now -> ids.erase(topic, id, now));
  }

  @Override
  public CompletableFuture<Page<Message>> browse(Browse browse) {
    return run(now -> looks.browse(browse, now));
  }

  @Override
  public CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    return run(now -> deadLetters.redrive(redrive, now));
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic) {
    return run(now -> deadLetters.purge(topic, now));
  }

  @Override
  public CompletableFuture<Integer> purge(Topic topic, State ended, int limit) {
    return run(now -> deadLetters.purge(topic, ended, limit, now));
  }

  @Override
  public CompletableFuture<TopicSettings> settings(Topic topic) {
    return run(
        now -> life.begin(topic, now).map(found -> found.settings).orElse(TopicSettings.DEFAULT));
  }

  @Override
  public CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    return change(now -> {
      life.begin(topic, now);
      MemoryTopic found = life.open(topic);
      found.settings = settings;
      found.configured = true;
      life.changed.add(topic);
    });
  }

  @Override
  public CompletableFuture<Void> pause(Topic topic, boolean paused) {
    return change(now -> {
      if (life.begin(topic, now).isPresent() || paused) {
        life.open(topic).paused = paused;
        life.changed.add(topic);
      }
    });
  }

  @Override
  public CompletableFuture<TopicStats> stats(Topic topic) {
    return run(now -> looks.stats(topic, now));
  }

  @Override
  public CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit) {
    return run(now -> {
      List<Topic> rest = life.topics.keySet().stream()
          .filter(topic -> cursor == null || topic.compareTo(parse(cursor)) > 0)
          .toList();
      List<Topic> page = rest.stream().limit(limit).toList();
      return new Page<>(page, rest.size() > page.size() ? lastOf(page) : null);
    });
  }

  /** Names have no control characters, so a line end can stand between them. */
  private static String lastOf(List<Topic> page) {
    Topic last = page.get(page.size() - 1);
    return last.namespace() + "\n" + last.name();
  }

  private static Topic parse(String cursor) {
    int line = cursor.indexOf('\n');
    return Topic.of(cursor.substring(0, line), cursor.substring(line + 1));
  }

  @Override
  public CompletableFuture<SweepReply> sweep(int budget) {
    return run(now -> {
      int died = 0;
      int forgotten = 0;
      for (MemoryTopic topic : List.copyOf(life.topics.values())) {
        died += life.writeDown(topic, now, budget - died - forgotten);
        int before = topic.ended.size();
        topic.forget(now.down());
        forgotten += before - topic.ended.size();
        if (died + forgotten >= budget) {
          return new SweepReply(died, forgotten, true);
        }
      }
      life.topics.values().removeIf(MemoryTopic::canBeForgotten);
      return new SweepReply(died, forgotten, false);
    });
  }

  /** Every change is told, so there is nothing to do for a watched topic. */
  @Override
  public void watch(Topic topic, boolean watched) {}

  @Override
  public Records records() {
    return records;
  }

  @Override
  public CompletableFuture<Void> ping() {
    return change(now -> {});
  }

  @Override
  public synchronized void close() {
    closed = true;
  }

  /** Opens it again after it was closed: a restart, for a store that keeps all it has. */
  public synchronized MemoryStore reopen() {
    closed = false;
    listener = new Deaf();
    return this;
  }

  /**
   * The instants from now on at which something changes by itself: due times, ends of leases,
   * expiries and ends of retention. For those who want to step exactly there.
   */
  public synchronized List<Instant> instants() {
    long now = Now.of(clock).down();
    return life.topics.values().stream()
        .flatMap(topic -> Stream.concat(topic.live.values().stream(), topic.ended.stream()))
        .flatMapToLong(MemoryStore::instantsOf)
        .filter(instant -> instant > now)
        .sorted()
        .distinct()
        .mapToObj(Instant::ofEpochMilli)
        .toList();
  }

  /** By when a claimer who waits on a topic has to ask again, so as not to be late. */
  public synchronized Optional<Instant> askAgainBy(Topic topic) {
    Now now = Now.of(clock);
    life.begin(topic, now);
    return claims.askAgainBy(topic, now.down()).stream()
        .mapToObj(Instant::ofEpochMilli)
        .findFirst();
  }

  private static LongStream instantsOf(MemoryMessage message) {
    if (message.end != null) {
      return LongStream.of(message.end.forgetAt());
    }
    return Stream.of(message.position, message.leaseEnd, message.expiry, message.nextDue)
        .flatMap(Stream::ofNullable)
        .mapToLong(Long::longValue);
  }

  private interface Change {
    void make(Now now);
  }

  private CompletableFuture<Void> change(Change change) {
    return run(now -> {
          change.make(now);
          return true;
        })
        .thenAccept(done -> {});
  }

  private <T> CompletableFuture<T> run(Function<Now, T> operation) {
    T result;
    List<Runnable> news;
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(
            new BideException(ErrorCode.CLOSED, "the store has been closed; open it again"));
      }
      Now now = Now.of(clock);
      result = operation.apply(now);
      news = news(now);
    }
    // Whoever is told may call the store at once, so nothing is told in the middle of a change.
    news.forEach(Runnable::run);
    return CompletableFuture.completedFuture(result);
  }

  private List<Runnable> news(Now now) {
    List<Runnable> news = new ArrayList<>();
    for (Event.Died death : life.deaths) {
      news.add(() -> listener.died(death));
    }
    for (Topic topic : List.copyOf(life.changed)) {
      life.changed.add(topic.deathNotices());
    }
    for (Topic topic : life.changed) {
      claims.next(topic, now.down()).ifPresent(next -> {
        Duration in = Duration.between(clock.instant(), Instant.ofEpochMilli(next));
        news.add(() -> listener.due(topic, in.isNegative() ? Duration.ZERO : in));
      });
    }
    life.deaths.clear();
    life.changed.clear();
    return news;
  }

  /** Hears nothing; in place until somebody listens. */
  private static final class Deaf implements StoreListener {
    @Override
    public void due(Topic topic, Duration in) {}

    @Override
    public void died(Event.Died death) {}

    @Override
    public void recordChanged(String key) {}

    @Override
    public void failed(BideException reason) {}
  }
}
