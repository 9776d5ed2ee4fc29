package io.bide.client;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Message;
import io.bide.Page;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.RescheduleResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import io.bide.WhenLeased;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The delay queue of Bide servers, over HTTP.
 *
 * <pre>{@code
 * try (DelayQueue queue = BideClient.builder("http://a:9277", "http://b:9277").apiKey(key).build()) {
 *   queue.put(Put.to("orders").id("order-4711").body("close it").delay(Duration.ofMinutes(30)).build());
 * }
 * }</pre>
 *
 * <p>Thread-safe; one is enough for an application. Building one connects to nothing: servers may come
 * later. Puts and settles that are made at the same time share requests, so threads that make single
 * calls are as fast as those that make batches. Calls that are not waited for may overtake each other.
 *
 * <p>Several servers are nodes of one queue. They are asked in their order: the next one when one
 * cannot be reached or is not available, from then on. Every call has its answer, or its failure,
 * within the deadline. Within it, what certainly did not happen is tried again; what may have happened
 * is tried again if that does no harm: puts, which all carry a token; claims; whatever is settled by a
 * receipt; and what only looks.
 *
 * <p>Futures complete on threads of the client: what hangs on them should be quick.
 */
public final class BideClient implements DelayQueue {
  public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(30);
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(3);
  public static final int DEFAULT_RETRIES = 10;
  public static final long DEFAULT_PENDING_BYTES = 64 * 1_024 * 1_024;

  /** What closing allows beyond the deadline of what is under way. */
  private static final Duration CLOSING_MARGIN = Duration.ofSeconds(5);

  private final ClientConfig config;
  private final Threads threads = new Threads();
  private final Gate gate;
  private final Wire wire;
  private final KnownLimits limits;
  private final Puts puts;
  private final Settles settles;
  private final Returns returns;
  private final Claims claims;
  private final Messages messages;
  private final Topics topics;

  private BideClient(ClientConfig config) {
    this.config = config;
    Duration deadline = config.deadline();
    InstantSource clock = SystemTime.clock();
    Names names = new Names(clock);
    gate = new Gate(config.pendingBytes());
    wire = new Wire(config, threads);
    Calls calls = new Calls(config, wire, threads, gate);
    limits = new KnownLimits(calls, deadline);
    puts = new Puts(calls, limits, threads, gate, names, config);
    settles = new Settles(calls, limits, threads, gate, config);
    returns = new Returns(puts, settles);
    claims = new Claims(calls, threads, gate, names, clock, deadline, returns::unclaim);
    messages = new Messages(calls, deadline);
    topics = new Topics(calls, deadline);
  }

  /**
   * Begins a client of these servers.
   *
   * @param servers such as {@code http://127.0.0.1:9277}, in the order in which they are to be asked
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} when one is malformed, or none is given
   */
  public static Builder builder(String... servers) {
    return new Builder(Stream.of(servers).map(ClientConfig::server).toList());
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> batch) {
    return gate.pass(() -> puts.put(batch));
  }

  /** {@inheritDoc} Over HTTP the topics of a claim are of one namespace. */
  @Override
  public CompletableFuture<Claimed> claim(Claim claim) {
    return gate.pass(() -> claims.claim(claim));
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> batch) {
    return gate.pass(() -> settles.settle(batch));
  }

  @Override
  public CompletableFuture<Void> unclaim(List<Delivery> deliveries) {
    List<Delivery> copy = List.copyOf(deliveries);
    return gate.pass(() -> limits.with(known -> {
      known.checkBatch("deliveries", copy.size());
      return returns.unclaim(copy);
    }));
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    return gate.pass(() -> messages.cancel(topic, id, whenLeased));
  }

  @Override
  public CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    return gate.pass(() -> messages.reschedule(topic, id, due));
  }

  @Override
  public CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return gate.pass(() -> messages.peek(topic, id));
  }

  @Override
  public CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return gate.pass(() -> messages.erase(topic, id));
  }

  @Override
  public CompletableFuture<Page<Message>> browse(Browse browse) {
    return gate.pass(() -> messages.browse(browse));
  }

  @Override
  public CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit) {
    return gate.pass(() -> topics.topics(cursor, limit));
  }

  @Override
  public CompletableFuture<TopicStats> stats(Topic topic) {
    return gate.pass(() -> topics.stats(topic));
  }

  @Override
  public CompletableFuture<TopicSettings> settings(Topic topic) {
    return gate.pass(() -> topics.settings(topic));
  }

  @Override
  public CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    return gate.pass(() -> topics.configure(topic, settings));
  }

  @Override
  public CompletableFuture<Void> pause(Topic topic) {
    return gate.pass(() -> topics.pause(topic));
  }

  @Override
  public CompletableFuture<Void> resume(Topic topic) {
    return gate.pass(() -> topics.resume(topic));
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic) {
    return gate.pass(() -> topics.purge(topic, null));
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic, State ended) {
    return gate.pass(() -> topics.purge(topic, ended));
  }

  @Override
  public CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    return gate.pass(() -> topics.redrive(redrive));
  }

  /**
   * Takes back waiting claims, waits until everything else has its answer or its deadline has passed,
   * and ends all threads. Not to be called from what hangs on a future of the client.
   */
  @Override
  public void close() {
    if (!gate.close()) {
      return;
    }
    claims.stopWaiting();
    gate.awaitEmpty(config.deadline().plus(CLOSING_MARGIN));
    wire.close();
    threads.close();
  }

  @Override
  public String toString() {
    return "BideClient" + config.servers();
  }

  /** Collects what a client is to know. Not thread-safe. */
  public static final class Builder {
    private final List<URI> servers;
    private @Nullable String apiKey;
    private Duration deadline = DEFAULT_DEADLINE;
    private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    private int retries = DEFAULT_RETRIES;
    private long pendingBytes = DEFAULT_PENDING_BYTES;
    private @Nullable SSLContext ssl;

    private Builder(List<URI> servers) {
      this.servers = servers;
    }

    /** What servers with keys ask for; none by default. */
    public Builder apiKey(@Nullable String key) {
      apiKey = key;
      return this;
    }

    /**
     * How long a call may take in all, tries again included; 30 seconds by default. A claim has this
     * in addition to the time it waits.
     */
    public Builder deadline(Duration time) {
      deadline = time;
      return this;
    }

    /** How long a server may take to accept a connection; 3 seconds by default. */
    public Builder connectTimeout(Duration time) {
      connectTimeout = time;
      return this;
    }

    /** How often all servers are asked again before a call fails; 10 times by default. */
    public Builder retries(int rounds) {
      retries = rounds;
      return this;
    }

    /**
     * How many bytes of puts and settles may be under way; 64 MiB by default. What comes on top fails
     * with {@link io.bide.ErrorCode#OVERLOADED}.
     */
    public Builder pendingBytes(long bytes) {
      pendingBytes = bytes;
      return this;
    }

    /** Whom to trust, and as whom to appear, with servers at {@code https}; the JVM's by default. */
    public Builder ssl(@Nullable SSLContext context) {
      ssl = context;
      return this;
    }

    /**
     * The client.
     *
     * @throws BideException with {@link io.bide.ErrorCode#INVALID}, naming the field
     */
    public BideClient build() {
      return new BideClient(
          new ClientConfig(servers, apiKey, deadline, connectTimeout, retries, pendingBytes, ssl));
    }
  }
}
