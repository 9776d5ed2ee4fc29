package io.bide.testing.store;

import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.RescheduleResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import io.bide.WhenLeased;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One store, one topic, and short words for what is done with them. */
abstract class Cases {
  static final Topic TOPIC = Topic.of("orders");
  static final Topic NOTICES = TOPIC.deathNotices();
  static final String ID = "1";
  static final long NO_BYTE_LIMIT = 1L << 30;
  static final int ALL = 1_000;

  static final Duration SECOND = Duration.ofSeconds(1);
  static final Duration MINUTE = Duration.ofMinutes(1);
  static final Duration LEASE = TopicSettings.DEFAULT_LEASE;

  final ManualClock clock = new ManualClock();
  final Heard heard = new Heard();
  final StoreFixture fixture;
  Store store;

  Cases(Supplier<StoreFixture> fixtures) {
    fixture = fixtures.get();
    store = fixture.open(clock);
  }

  @BeforeEach
  void listen() {
    store.listen(heard);
  }

  @AfterEach
  void close() {
    store.close();
    fixture.close();
  }

  void restart() {
    store = fixture.reopen(store);
    store.listen(heard);
  }

  // Time

  Instant now() {
    return clock.instant();
  }

  Instant in(Duration delay) {
    return clock.instant().plus(delay);
  }

  void pass(Duration time) {
    clock.advance(time);
  }

  // Puts

  static Put.Builder message(String id) {
    return Put.to(TOPIC).id(id).body(id);
  }

  static Put.Builder message() {
    return message(ID);
  }

  static Put.Builder item(String body) {
    return message().body(body).merge(MergeOptions.KEEP);
  }

  PutResult tryPut(Put.Builder put) {
    return Await.value(store.put(List.of(put.build()))).get(0);
  }

  PutResult.Stored put(Put.Builder put) {
    return tryPut(put).requireStored();
  }

  void putAll(String... ids) {
    for (String id : ids) {
      put(message(id));
    }
  }

  // Claims

  static ClaimRequest upTo(int max) {
    return new ClaimRequest(max, MergeOptions.MAX_ITEMS_PER_CLAIM, null, null);
  }

  static ClaimRequest onlyId(String id) {
    return new ClaimRequest(1, MergeOptions.MAX_ITEMS_PER_CLAIM, null, id);
  }

  static ClaimRequest leased(Duration lease) {
    return new ClaimRequest(ALL, MergeOptions.MAX_ITEMS_PER_CLAIM, lease, null);
  }

  static ClaimRequest items(int most) {
    return new ClaimRequest(1, most, null, null);
  }

  ClaimReply ask(ClaimRequest... requests) {
    return Await.value(store.claim(TOPIC, List.of(requests), NO_BYTE_LIMIT));
  }

  List<Delivery> claim(ClaimRequest request) {
    return ask(request).grants().get(0).deliveries();
  }

  List<Delivery> claim(int max) {
    return claim(upTo(max));
  }

  /** Claims the only message that is ready. */
  Delivery claim() {
    return only(claim(ALL));
  }

  Delivery claimFor(Duration lease) {
    return only(claim(leased(lease)));
  }

  Delivery claimItems(int most) {
    return only(claim(items(most)));
  }

  static Delivery only(List<Delivery> deliveries) {
    if (deliveries.size() != 1) {
      throw new AssertionError("not exactly one message was handed out: " + deliveries);
    }
    return deliveries.get(0);
  }

  static List<String> ids(List<Delivery> deliveries) {
    return deliveries.stream().map(delivery -> delivery.message().id()).toList();
  }

  static List<String> texts(Message message) {
    return message.items().stream().map(body -> body.asText()).toList();
  }

  static List<String> texts(Delivery delivery) {
    return texts(delivery.message());
  }

  List<Delivery> notices() {
    return Await.value(store.claim(NOTICES, List.of(upTo(ALL)), NO_BYTE_LIMIT))
        .grants()
        .get(0)
        .deliveries();
  }

  // Settles

  SettleResult settle(Settle settle) {
    return Await.value(store.settle(List.of(settle))).get(0);
  }

  SettleResult ack(Delivery delivery) {
    return settle(new Settle.Ack(receipt(delivery)));
  }

  SettleResult release(Delivery delivery) {
    return settle(new Settle.Release(receipt(delivery), null));
  }

  SettleResult release(Delivery delivery, Due due) {
    return settle(new Settle.Release(receipt(delivery), due));
  }

  SettleResult extend(Delivery delivery, Duration lease) {
    return settle(new Settle.Extend(receipt(delivery), lease));
  }

  SettleResult unclaim(Delivery delivery) {
    return settle(new Settle.Unclaim(receipt(delivery)));
  }

  static Receipt receipt(Delivery delivery) {
    return delivery.requireReceipt();
  }

  static Target byId(State... states) {
    return Target.id(TOPIC, ID, states);
  }

  // Everything else

  CancelResult cancel(WhenLeased whenLeased) {
    return Await.value(store.cancel(TOPIC, ID, whenLeased));
  }

  RescheduleResult reschedule(Due due) {
    return Await.value(store.reschedule(TOPIC, ID, due));
  }

  Optional<Message> find(String id) {
    return Await.value(store.peek(TOPIC, id));
  }

  Message peek() {
    return find(ID).orElseThrow(() -> new AssertionError("nothing is known of message " + ID));
  }

  State state() {
    return peek().state();
  }

  boolean isKnown() {
    return find(ID).isPresent();
  }

  List<Message> browse(State state) {
    return Await.value(store.browse(Browse.of(TOPIC, state).withBodies())).items();
  }

  List<String> idsIn(State state) {
    return browse(state).stream().map(Message::id).toList();
  }

  TopicStats stats() {
    return Await.value(store.stats(TOPIC));
  }

  void configure(UnaryOperator<TopicSettings.Builder> change) {
    configure(TOPIC, change);
  }

  void configure(Topic topic, UnaryOperator<TopicSettings.Builder> change) {
    Await.value(store.configure(topic, change.apply(TopicSettings.builder()).build()));
  }

  void pause(boolean paused) {
    Await.value(store.pause(TOPIC, paused));
  }

  /** Sweeps until there is nothing left to do. */
  void sweep() {
    while (Await.value(store.sweep(ALL)).more()) {
      // The budget ended it; the rest comes now.
    }
  }

  List<Topic> topics() {
    return Await.value(store.topics(null, ALL)).items();
  }

  // Ready-made messages

  /** A message that is DEAD, because the lease of its only attempt has ended. */
  void die(String id) {
    put(message(id).maxAttempts(1).lease(SECOND).due(Due.front()));
    claim(1);
    pass(SECOND);
  }

  void die() {
    die(ID);
  }

  /** A message that is EXPIRED. */
  void expire() {
    put(message().ttl(SECOND));
    pass(SECOND);
  }
}
