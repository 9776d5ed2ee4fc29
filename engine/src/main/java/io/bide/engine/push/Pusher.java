package io.bide.engine.push;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.Endpoint;
import io.bide.Event;
import io.bide.Message;
import io.bide.PushReport;
import io.bide.Records;
import io.bide.ServiceDirectory;
import io.bide.Subscription;
import io.bide.Subscriptions;
import io.bide.Topic;
import io.bide.TopicStats;
import io.bide.store.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Pushes what is due: has a {@link Lane} for each topic that has a subscription, and for each that holds
 * messages which bring their own endpoint.
 *
 * <p>It is an ordinary claimer of the queue, beside others on this and on other nodes: what it claims is
 * leased, the lease is extended while a call runs, and what a crash leaves behind comes back when the
 * lease ends. No thread is its own.
 */
public final class Pusher {
  private static final int MAX_CLAIM = 500;

  private final Parts parts;
  private final PushConfig config;
  private final Post post;
  private final StoredSubscriptions subscriptions;
  private final Register register;
  private final ConcurrentHashMap<Topic, Lane> lanes = new ConcurrentHashMap<>();
  private final Transit transit;
  private volatile boolean stopped;

  /**
   * What a pusher works with.
   *
   * @param events told what becomes of each message
   * @param directory absent when no services can be called by name
   * @param ticker nanoseconds of a clock that never goes back
   */
  public record Parts(
      DelayQueue queue,
      Records records,
      Consumer<Event> events,
      Courier courier,
      Destinations destinations,
      @Nullable ServiceDirectory directory,
      Timer timer,
      InstantSource clock,
      LongSupplier ticker) {}

  /** A pusher that does nothing until it is started. */
  public Pusher(Parts parts, PushConfig config) {
    this.parts = parts;
    this.config = config;
    this.post = new Post(parts.courier(), parts.directory(), parts.clock(), parts.ticker());
    this.subscriptions = new StoredSubscriptions(
        parts.records(), parts.destinations(), parts.directory() != null, post, parts.clock());
    this.transit = new Transit(parts, config);
    this.register = new Register(this, parts.records(), parts.queue());
  }

  /** Begins to push; what the store holds is found soon. */
  public void start() {
    register.start();
    transit.start();
  }

  public Subscriptions subscriptions() {
    return subscriptions;
  }

  /** How many messages are on their way to their endpoints. */
  public int inFlight() {
    return transit.inFlight();
  }

  /** How many topics are waited on or sleep. */
  public int lanes() {
    return lanes.size();
  }

  /** How many subscriptions there are that send nothing at present. */
  public int disabled() {
    return register.disabled();
  }

  /** Something in the topic becomes ready, now or later. Quick; may be called on any thread. */
  public void due(Topic topic) {
    boolean told = !register.pushes(topic);
    while (!told && !stopped) {
      Lane lane = lanes.computeIfAbsent(topic, this::newLane);
      // One that has just ended is about to be taken out; then there will be a new one.
      told = lane == null || lane.wake();
    }
  }

  /**
   * There is a topic of which nothing was heard. If it has a lane, that looks by itself; most others hold
   * nothing any more but what has ended.
   */
  void found(Topic topic) {
    if (!stopped && !lanes.containsKey(topic)) {
      Lane lane = lanes.computeIfAbsent(topic, this::newLane);
      if (lane != null) {
        lane.lookAround();
      }
    }
  }

  /** Asked once more, because the subscription may have gone since: then there is no lane. */
  private @Nullable Lane newLane(Topic topic) {
    if (!register.pushes(topic)) {
      return null;
    }
    Lane lane = new Lane(this, topic);
    lane.subscribe(register.find(topic));
    return lane;
  }

  /** Claims nothing any more; done when nothing is on its way. What then still is comes back. */
  public CompletableFuture<Void> stop() {
    stopped = true;
    register.stop();
    lanes.values().forEach(Lane::stop);
    return transit.stop();
  }

  /** Looks at all subscriptions and topics, as it does by itself from time to time. */
  CompletableFuture<Void> runOnce() {
    return register.look();
  }

  // For the register.

  /**
   * The subscription of a topic has changed. A lane is made and changed inside the map only, so that
   * none is left with a subscription of before.
   */
  void subscribed(Topic topic) {
    lanes.computeIfPresent(topic, (same, lane) -> {
      if (register.pushes(topic)) {
        lane.subscribe(register.find(topic));
        return lane;
      }
      lane.stop();
      return null;
    });
    due(topic);
  }

  Runnable after(Duration time, Runnable task) {
    return parts.timer().after(time, task);
  }

  // For lanes.

  PushConfig config() {
    return config;
  }

  long nanos() {
    return parts.ticker().getAsLong();
  }

  Instant now() {
    return parts.clock().instant();
  }

  CompletableFuture<Claimed> claim(Topic topic, int room) {
    return parts
        .queue()
        .claim(Claim.from(topic)
            .max(Math.min(room, MAX_CLAIM))
            .lease(config.lease())
            .waiting(config.linger()));
  }

  CompletableFuture<TopicStats> stats(Topic topic) {
    return parts.queue().stats(topic);
  }

  Transit transit() {
    return transit;
  }

  void giveBack(List<Delivery> deliveries) {
    var unused = parts.queue().unclaim(deliveries);
  }

  /** Sends a message and settles it; done, never failed, when both has happened. */
  CompletableFuture<Post.Result> bring(Delivery delivery, @Nullable Subscription subscription) {
    return transit.bring(delivery, () -> send(delivery.message(), subscription));
  }

  private CompletableFuture<Post.Result> send(
      Message message, @Nullable Subscription subscription) {
    try {
      return post.bring(subscription == null ? ownTerms(message) : signed(subscription), message);
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(post.failed(e, nanos()));
    }
  }

  /** An endpoint that messages bring is signed for as before, also when it has got a subscription. */
  private Subscription signed(Subscription subscription) {
    boolean own = subscription.topic().name().startsWith(Endpoint.TOPIC_PREFIX);
    return own && subscription.secrets().isEmpty()
        ? subscription.change().secrets(config.secrets()).build()
        : subscription;
  }

  private Subscription ownTerms(Message message) {
    Endpoint endpoint = Endpoint.in(message.attributes())
        .orElseThrow(() -> new IllegalArgumentException(
            "the message brings no endpoint; put it by POST /v1/push, or give its topic one"));
    return Subscription.of(message.topic(), endpoint)
        .concurrency(config.concurrency())
        .timeout(config.timeout())
        .secrets(config.secrets())
        .build();
  }

  /** The receiver does not want to be called any more: nothing is sent there until somebody says so. */
  void gone(Message message, PushReport report) {
    Topic topic = message.topic();
    String reason = String.valueOf(report.detail());
    var unused = subscriptions.disable(topic, reason, () -> ownTerms(message)).thenAccept(done -> {
      if (done) {
        parts.events().accept(new Event.Unsubscribed(topic, now(), reason));
      }
    });
  }

  void ended(Lane lane) {
    lanes.remove(lane.topic(), lane);
  }
}
