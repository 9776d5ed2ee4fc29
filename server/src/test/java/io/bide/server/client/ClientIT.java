package io.bide.server.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Body;
import io.bide.Browse;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.DeliveryMode;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Redrive;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.client.BideClient;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes through the client is what was put, and what the queue itself would say. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ClientIT {
  private static final Topic ODD = Topic.of("näme space", "a/b ü?#%&+.");
  private static HttpNode node;

  private final ManualClock clock = new ManualClock();
  private Engine engine;
  private BideClient client;

  @BeforeAll
  static void openNode() {
    node = new HttpNode();
  }

  @AfterAll
  static void closeNode() {
    node.close();
  }

  @BeforeEach
  void open() {
    engine = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
    node.serve(() -> engine);
    client = node.client();
  }

  @AfterEach
  void close() {
    client.close();
    engine.close();
  }

  private <T> T get(CompletableFuture<T> answer) {
    return Await.value(answer);
  }

  static List<Body> bodies() {
    return List.of(
        Body.of(new byte[0]),
        Body.of(new byte[0], "text/plain"),
        Body.of(new byte[] {0, -1, -2, 127}),
        Body.text("plain \"text\" \\ with \u0000 and \n and ü 😀"),
        Body.text(""),
        Body.of("<a/>".getBytes(StandardCharsets.UTF_8), "application/xml"),
        Body.of(new byte[] {-1, 'x'}, "text/plain"),
        Body.json("{\"a\":[1,2.50,\"ü\"],\"b\":null}"),
        Body.json(" \n{ \"spaces\" : [ ] }\t\r\n "),
        Body.json("\"text\\u00e4\""),
        Body.json(" 12 "),
        Body.json("not json at all"),
        Body.of("{\"x\":1}\n".getBytes(StandardCharsets.UTF_8), "application/cloudevents+json"));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void body_comesBackByteForByte(Body body) {
    get(client.put(Put.to(ODD).id("i").body(body).build())).requireStored();

    assertThat(get(engine.peek(ODD, "i")).orElseThrow().items()).containsExactly(body);
    assertThat(get(client.peek(ODD, "i")).orElseThrow().items()).containsExactly(body);
    assertThat(get(client.claim(Claim.from(ODD))).messages().get(0).items()).containsExactly(body);
  }

  private static Put everything(String id) {
    return Put.to(ODD)
        .id(id)
        .body("b")
        .attributes(Map.of("k", "v", "ü", "\"\\\n"))
        .due(Due.at(Instant.parse("2030-01-01T00:00:00.250Z")))
        .ttl(Duration.ofHours(2))
        .lease(Duration.ofSeconds(7))
        .maxAttempts(Put.UNLIMITED)
        .backoff(new Backoff.Exponential(Duration.ofSeconds(2), Duration.ofMinutes(3), 0.25))
        .build();
  }

  @Test
  void message_isTheSameAsTheQueueItselfShows() {
    List<Backoff> backoffs = List.of(
        Backoff.immediate(),
        Backoff.fixed(Duration.ofMillis(1_500)),
        Backoff.schedule(Duration.ofMinutes(2), Duration.ofMinutes(10)));
    get(client.put(everything("all")));
    for (int i = 0; i < backoffs.size(); i++) {
      get(client.put(Put.to(ODD).id("b" + i).backoff(backoffs.get(i)).build()));
    }
    get(client.put(Put.to(ODD)
        .id("m")
        .body("1")
        .merge(MergeOptions.MOVE.raw(true).itemsPerClaim(1))
        .build()));
    get(client.put(Put.to(ODD).id("m").body("2").merge(MergeOptions.MOVE).build()));

    for (String id : List.of("all", "b0", "b1", "b2", "m")) {
      assertThat(get(client.peek(ODD, id))).isEqualTo(get(engine.peek(ODD, id))).isPresent();
    }
    Browse browse = Browse.of(ODD, State.READY).withBodies();
    assertThat(get(client.browse(browse))).isEqualTo(get(engine.browse(browse)));
    clock.advance(Duration.ofSeconds(1));
    List<Delivery> deliveries = get(client.claim(Claim.from(ODD).max(10))).deliveries();
    assertThat(deliveries).hasSize(5);
    for (Delivery delivery : deliveries) {
      Message looked = get(engine.peek(ODD, delivery.message().id())).orElseThrow();
      assertThat(delivery.message())
          .usingRecursiveComparison()
          .ignoringFields("items")
          .isEqualTo(looked);
    }
    get(client.ack(deliveries.get(0).requireReceipt()));
    String acked = deliveries.get(0).message().id();
    assertThat(get(client.peek(ODD, acked))).isEqualTo(get(engine.peek(ODD, acked)));
  }

  @Test
  void duplicate_showsTheStoredMessage() {
    get(client.put(everything("i")));

    PutResult second = get(client.put(Put.to(ODD).id("i").build()));

    assertThat(second).isEqualTo(get(engine.put(Put.to(ODD).id("i").build())));
    assertThat(second).isInstanceOf(PutResult.Duplicate.class);
  }

  @Test
  void topics_areThoseOfAllNamespaces_andTheirStatsAndSettingsTheQueues() {
    TopicSettings settings = TopicSettings.builder()
        .lease(Duration.ofSeconds(5))
        .ttl(Duration.ofDays(1))
        .maxAttempts(3)
        .backoff(Backoff.schedule(Duration.ofSeconds(1)))
        .retention(Duration.ZERO)
        .deadRetention(Duration.ofDays(1))
        .keepBodies(true)
        .deathNotices(true)
        .delivery(DeliveryMode.AT_MOST_ONCE)
        .partitions(4)
        .build();
    get(client.configure(ODD, settings));
    get(client.put(everything("i")));
    get(client.put(Put.to("plain").delay(Duration.ofHours(3)).build()));
    get(client.put(Put.to("plain").build()));

    assertThat(get(client.topics(null, 10))).isEqualTo(get(engine.topics(null, 10)));
    assertThat(get(client.settings(ODD))).isEqualTo(settings);
    assertThat(get(client.stats(ODD))).isEqualTo(get(engine.stats(ODD)));
    assertThat(get(client.stats(Topic.of("plain"))))
        .isEqualTo(get(engine.stats(Topic.of("plain"))));
  }

  @Test
  void redrive_withARateBeyondTheWiresMilliseconds_isSpacedByIt() {
    Topic topic = Topic.of("dead");
    List<Put> puts = IntStream.range(0, 100)
        .mapToObj(i -> Put.to(topic).id("d" + i).maxAttempts(1).build())
        .toList();
    get(client.put(puts));
    get(client.claim(Claim.from(topic).max(100)));
    clock.advance(Duration.ofMinutes(1));

    get(client.redrive(Redrive.all(topic).perSecond(2_000)));

    clock.advance(Duration.ofMillis(25));
    long ready = get(client.stats(topic)).count(State.READY);
    assertThat(ready).isBetween(45L, 55L);
  }

  @Test
  void claims_ofSeveralNamespaces_areRefusedClearly() {
    CompletableFuture<Claimed> claim = client.claim(Claim.from(ODD, Topic.of("plain")));

    assertThat(claim).isCompletedExceptionally();
    assertThat(claim.handle((claimed, failure) -> String.valueOf(failure)).join())
        .contains("several namespaces");
  }

  @Test
  void puts_ofManyThreads_areAllStoredOnce() throws Exception {
    int threads = 16;
    int each = 200;
    List<Thread> running = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      String prefix = t + "-";
      Thread thread = new Thread(
          () -> {
            for (int i = 0; i < each; i++) {
              get(client.put(Put.to("t" + i % 3).id(prefix + i).build())).requireStored();
            }
          },
          "bide-test-put-" + t);
      thread.start();
      running.add(thread);
    }
    for (Thread thread : running) {
      thread.join();
    }

    long stored = 0;
    for (String topic : List.of("t0", "t1", "t2")) {
      stored += get(engine.stats(Topic.of(topic))).count(State.READY);
    }
    assertThat(stored).isEqualTo((long) threads * each);
  }

  @Test
  void closedNode_isLeftForTheOther_withoutLosingOrDoublingPuts() {
    HttpNode first = new HttpNode();
    first.serve(() -> engine);
    try (BideClient both = BideClient.builder(first.url(), node.url()).build()) {
      get(both.put(Put.to("orders").id("before").build())).requireStored();
      List<CompletableFuture<PutResult>> puts = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        puts.add(both.put(Put.to("orders").id("o" + i).build()));
        if (i == 100) {
          first.close();
        }
      }

      puts.forEach(put -> get(put).requireStored());
      assertThat(get(engine.stats(Topic.of("orders"))).count(State.READY)).isEqualTo(201);
    }
  }
}
