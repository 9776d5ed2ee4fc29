package io.bide.engine.push;

import io.bide.Endpoint;
import io.bide.Event;
import io.bide.Message;
import io.bide.PushHeaders;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.ServiceDirectory;
import io.bide.State;
import io.bide.Subscription;
import io.bide.Topic;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A queue over the oracle with a pusher beside it, in which time stands still until it is moved. */
abstract class PushFixture {
  static final Topic ORDERS = Topic.of("orders");
  static final String HOOK = "https://example.com/hook";
  static final Duration SECOND = Duration.ofSeconds(1);
  static final Duration MINUTE = Duration.ofMinutes(1);

  final ManualClock clock = new ManualClock();
  final FakeCourier courier = new FakeCourier();
  final List<Event> events = new ArrayList<>();

  @Nullable
  ServiceDirectory directory;

  Engine engine;
  Pusher pusher;

  @BeforeEach
  void begin() {
    engine = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
    var unused = engine.events().subscribe(events::add);
    start(PushConfig.DEFAULT);
  }

  void start(PushConfig config) {
    if (pusher != null) {
      stop(pusher);
    }
    pusher = newPusher(config, courier);
    engine.followDue(pusher::due);
    pusher.start();
    clock.advance(Duration.ZERO);
  }

  static void stop(Pusher pusher) {
    var unused = pusher.stop();
  }

  Pusher newPusher(PushConfig config, Courier sendsBy) {
    return new Pusher(
        new Pusher.Parts(
            engine,
            engine.records(),
            engine::tell,
            sendsBy,
            new Destinations(PushFixture::publicAddress, config.policy()),
            directory,
            clock,
            clock,
            () -> ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant())),
        config);
  }

  private static CompletableFuture<List<InetAddress>> publicAddress(String host) {
    try {
      return CompletableFuture.completedFuture(List.of(InetAddress.getByName("93.184.216.34")));
    } catch (UnknownHostException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @AfterEach
  void end() {
    stop(pusher);
    engine.close();
  }

  static Subscription.Builder subscription() {
    return Subscription.of(ORDERS, Endpoint.Url.parse("POST", HOOK));
  }

  void subscribe(Subscription.Builder subscription) {
    pusher.subscriptions().save(subscription.build()).join();
  }

  String put(Put.Builder put) {
    PutResult result = engine.put(put.build()).join();
    return result.requireStored().id();
  }

  String put(String body) {
    return put(Put.to(ORDERS).body(body));
  }

  /** Puts a message that brings its own endpoint. */
  PutResult.Stored push(String url, Put.Builder put) {
    return engine
        .put(put.build().pushedTo(Endpoint.Url.parse("POST", url), PushHeaders.NONE))
        .join()
        .requireStored();
  }

  Message peek(Topic topic, String id) {
    return engine.peek(topic, id).join().orElseThrow();
  }

  State stateOf(String id) {
    return peek(ORDERS, id).state();
  }

  Subscription stored() {
    return pusher.subscriptions().find(ORDERS).join().orElseThrow();
  }

  <E extends Event> List<E> told(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
