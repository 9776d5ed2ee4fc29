package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.Delivery;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.Page;
import io.bide.Put;
import io.bide.Receipt;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A topic that is spread over four partitions of a Cluster. */
class PartitionsIT {
  private static final Topic TOPIC = Use.TOPIC;
  private static final int PARTITIONS = 4;
  private static final int MESSAGES = 40;

  @RegisterExtension
  static final Servers SERVERS = Servers.cluster();

  private final ManualClock clock = new ManualClock();
  private final RedisFixture fixture = new RedisFixture(SERVERS.url());
  private Store store;

  @BeforeEach
  void open() {
    store = fixture.open(clock);
    configure(settings -> settings);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private interface Change {
    TopicSettings.Builder apply(TopicSettings.Builder settings);
  }

  private void configure(Change change) {
    TopicSettings.Builder settings = TopicSettings.builder().partitions(PARTITIONS);
    Await.value(store.configure(TOPIC, change.apply(settings).build()));
  }

  private void putAll() {
    for (int i = 0; i < MESSAGES; i++) {
      Use.put(store, "m" + i);
      clock.advance(Duration.ofMillis(1));
    }
  }

  private ClaimReply ask(int max) {
    ClaimRequest request = new ClaimRequest(max, 1, null, null);
    return Await.value(store.claim(TOPIC, List.of(request), 1 << 20));
  }

  private List<Message> browse(State state, int limit) {
    List<Message> all = new ArrayList<>();
    String cursor = null;
    do {
      Page<Message> page =
          Await.value(store.browse(Browse.of(TOPIC, state).limit(limit).after(cursor)));
      assertThat(page.items().size()).isLessThanOrEqualTo(limit);
      all.addAll(page.items());
      cursor = page.cursor();
    } while (cursor != null);
    return all;
  }

  @Test
  void messages_areSpreadAndAllAreHandedOut() {
    putAll();

    Map<Integer, List<Message>> byPartition = new HashMap<>();
    for (Delivery delivery : ask(1_000).grants().get(0).deliveries()) {
      Receipt receipt = delivery.requireReceipt();
      byPartition
          .computeIfAbsent(receipt.partition(), key -> new ArrayList<>())
          .add(delivery.message());
    }

    assertThat(byPartition).hasSize(PARTITIONS);
    assertThat(byPartition.values().stream().mapToInt(List::size).sum()).isEqualTo(MESSAGES);
    assertThat(byPartition.values())
        .allSatisfy(messages ->
            assertThat(messages).isSortedAccordingTo(Comparator.comparing(Message::due)));
  }

  @Test
  void claims_serveAllPartitionsFairly() {
    putAll();

    Map<Integer, Integer> handedOut = new HashMap<>();
    for (int i = 0; i < 4 * PARTITIONS; i++) {
      Delivery delivery = ask(1).grants().get(0).deliveries().get(0);
      handedOut.merge(delivery.requireReceipt().partition(), 1, Integer::sum);
    }

    assertThat(handedOut.values()).containsOnly(4);
  }

  @Test
  void receipt_isEnoughToAck_throughANodeThatKnowsNothing() {
    putAll();
    List<Delivery> deliveries = ask(1_000).grants().get(0).deliveries();

    try (Store other = fixture.another()) {
      deliveries.forEach(delivery -> assertThat(Use.ack(other, delivery).ok()).isTrue());
      assertThat(Await.value(other.stats(TOPIC)).count(State.DONE)).isEqualTo(MESSAGES);
    }
  }

  @Test
  void next_isTheEarliestOfAllPartitions() {
    for (int i = 1; i <= MESSAGES; i++) {
      Put put = Put.to(TOPIC).id("m" + i).delay(Duration.ofSeconds(i)).build();
      Await.value(store.put(List.of(put)));
    }

    assertThat(ask(1).grants().get(0).next()).isEqualTo(clock.instant().plusSeconds(1));
  }

  @Test
  void browseAndStats_seeAllPartitionsAsOne() {
    putAll();

    List<String> ids = browse(State.READY, 1_000).stream().map(Message::id).toList();
    assertThat(ids).hasSize(MESSAGES).startsWith("m0", "m1", "m2").endsWith("m39");
    for (int limit : new int[] {1, 3, 7}) {
      assertThat(browse(State.READY, limit).stream().map(Message::id)).isEqualTo(ids);
    }
    assertThat(Await.value(store.stats(TOPIC)).count(State.READY)).isEqualTo(MESSAGES);
  }

  @Test
  void notices_areInThePartitionOfTheMessageThatDied() {
    configure(settings -> settings.deathNotices(true));
    for (int i = 0; i < MESSAGES; i++) {
      Put put = Put.to(TOPIC).id("m" + i).ttl(Duration.ofSeconds(1)).build();
      Await.value(store.put(List.of(put)));
    }
    clock.advance(Duration.ofSeconds(1));
    Topic notices = TOPIC.deathNotices();
    ClaimRequest all = new ClaimRequest(1_000, 1, null, null);

    List<Delivery> deliveries =
        Await.value(store.claim(notices, List.of(all), 1 << 20)).grants().get(0).deliveries();

    assertThat(deliveries).hasSize(MESSAGES);
    assertThat(deliveries).allSatisfy(delivery -> {
      assertThat(Await.value(store.peek(notices, delivery.message().id()))).isPresent();
      assertThat(Use.ack(store, delivery).ok()).isTrue();
    });
  }

  @Test
  void redriveAndPurge_goThroughAllPartitions() {
    for (int i = 0; i < MESSAGES; i++) {
      Put put =
          Put.to(TOPIC).id("m" + i).maxAttempts(1).lease(Duration.ofSeconds(1)).build();
      Await.value(store.put(List.of(put)));
    }
    ask(1_000);
    clock.advance(Duration.ofSeconds(1));

    RedriveResult first = Await.value(store.redrive(Redrive.all(TOPIC).limit(15)));
    assertThat(first.redriven()).isEqualTo(15);
    RedriveResult rest =
        Await.value(store.redrive(Redrive.all(TOPIC).limit(1_000).after(first.cursor())));
    assertThat(rest).isEqualTo(new RedriveResult(MESSAGES - 15, List.of(), null));
    assertThat(Await.value(store.purge(TOPIC))).isEqualTo((long) MESSAGES);
  }

  @Test
  void numberOfPartitions_staysWhileTheTopicHoldsAnything() {
    putAll();

    assertThatThrownBy(() -> configure(settings -> settings.partitions(2)))
        .isInstanceOfSatisfying(BideException.class, e -> {
          assertThat(e.code()).isEqualTo(ErrorCode.INVALID);
          assertThat(e).hasMessageContaining("stay 4").hasMessageContaining("purge");
        });
    assertThat(Await.value(store.settings(TOPIC)).partitions()).isEqualTo(PARTITIONS);
    assertThat(ask(1_000).grants().get(0).deliveries()).hasSize(MESSAGES);
  }

  @Test
  void numberOfPartitions_changesWhenTheTopicIsEmpty_onAllNodes() {
    try (Store other = fixture.another()) {
      putAll();
      assertThat(Await.value(other.stats(TOPIC)).count(State.READY)).isEqualTo(MESSAGES);
      Await.value(store.purge(TOPIC));

      for (int partitions : new int[] {2, 7, 1, 4}) {
        configure(settings -> settings.partitions(partitions));
        for (int i = 0; i < MESSAGES; i++) {
          Use.put(other, "m" + i);
        }
        assertThat(ask(1_000).grants().get(0).deliveries()).hasSize(MESSAGES);
        assertThat(Await.value(other.purge(TOPIC))).isEqualTo((long) MESSAGES);
      }
    }
  }
}
