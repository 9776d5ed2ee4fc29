package io.bide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.ErrorCode;
import io.bide.Page;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.Records;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.SystemTime;
import io.bide.Topic;
import io.bide.testing.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Capacity, closing, failures, records: what the contract cannot see from outside. */
class EngineTest extends EngineFixture {
  @Test
  void puts_overCapacity_areRefusedAndAcksAreNot() {
    restart(EngineConfig.builder().maxMessagesInFlight(10).build());
    put(ORDERS, "o1");
    Receipt receipt =
        engine.claim(Claim.from(ORDERS)).join().deliveries().get(0).requireReceipt();
    store.hold();
    CompletableFuture<List<PutResult>> first = engine.put(puts(10));

    assertOverloaded(engine.put(puts(1)), "10 puts");
    CompletableFuture<SettleResult> ack = engine.ack(receipt);
    store.answerAll();

    assertThat(first).isCompleted();
    assertThat(ack.join().ok()).isTrue();
    assertThat(engine.put(puts(10)).join()).hasSize(10);
  }

  @Test
  void puts_overTheBytesInFlight_areRefused() {
    restart(EngineConfig.builder().maxBytesInFlight(100).build());
    store.hold();
    Put large = Put.to(ORDERS).body("x".repeat(150)).build();
    CompletableFuture<PutResult> alone = engine.put(large);

    assertOverloaded(engine.put(Put.to(ORDERS).body("x").build()), "150 bytes");
    store.answerAll();

    assertThat(alone.join().stored()).isTrue();
    assertThat(engine.put(large).join().stored()).isTrue();
  }

  @Test
  void calls_overCapacity_areRefused() {
    restart(EngineConfig.builder().maxCallsInFlight(1).build());
    store.hold();
    CompletableFuture<?> first = engine.stats(ORDERS);

    assertOverloaded(engine.stats(ORDERS), "1 calls");
    store.answerAll();
    assertThat(first).isCompleted();
  }

  @Test
  @Timeout(240)
  void close_waitsForWhatIsInFlightAndGivesItsAnswer() throws Exception {
    put(ORDERS, "o1");
    CompletableFuture<Claimed> parked = wait(MAILS);
    store.hold();
    CompletableFuture<Claimed> claim = wait(ORDERS);
    CompletableFuture<PutResult> put = engine.put(Put.to(ORDERS).id("o2").build());

    CompletableFuture<Void> closed = CompletableFuture.runAsync(engine::close);

    // Parked claims are answered before anything is waited for.
    assertThat(parked.get(60, TimeUnit.SECONDS).isEmpty()).isTrue();
    assertThat(closed).isNotDone();
    assertThat(store.closed).isFalse();
    assertRefusedAsClosed(engine.put(puts(1)));
    assertRefusedAsClosed(wait(MAILS));
    store.answerAll();
    closed.get(60, TimeUnit.SECONDS);
    assertThat(ids(claim)).containsExactly("o1");
    assertThat(put.join().stored()).isTrue();
    assertThat(store.closed).isTrue();
  }

  @Test
  @Timeout(240)
  void close_givesBackWhatWasClaimedForACallerWhoIsGone() throws Exception {
    CompletableFuture<Claimed> gone = wait(ORDERS);
    store.hold();
    CompletableFuture<PutResult> put = engine.put(Put.to(ORDERS).id("o1").build());
    gone.cancel(true);
    CompletableFuture<Void> closed = CompletableFuture.runAsync(engine::close);
    store.answerOne();
    store.answerOne();
    assertThat(put).isCompleted();
    // All that is left in flight is the unclaim.
    assertThatThrownBy(() -> closed.get(20, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(store.unclaimed).containsExactly("o1");

    store.answerAll();

    closed.get(60, TimeUnit.SECONDS);
  }

  @Test
  @Timeout(240)
  void close_doesNotWaitForeverForAStoreThatHangs() {
    restart(EngineConfig.builder().closeTimeout(Duration.ofMillis(20)).build());
    store.hold();
    CompletableFuture<?> hangs = engine.stats(ORDERS);

    engine.close();

    assertThat(hangs).isNotDone();
    assertThat(store.closed).isTrue();
  }

  @Test
  void stopWaiting_answersParkedClaimsAndThoseToCome_andAllElseGoesOn() {
    CompletableFuture<Claimed> parked = wait(ORDERS, MAILS);

    engine.stopWaiting();

    assertThat(ids(parked)).isEmpty();
    assertThat(ids(wait(ORDERS))).isEmpty();
    put(ORDERS, "o1");
    assertThat(ids(wait(ORDERS))).containsExactly("o1");
    assertThat(engine.waitingClaims()).isZero();
    assertThat(store.closed).isFalse();
  }

  @Test
  void pages_overTheirLimit_areRefused() {
    restart(EngineConfig.builder().maxPage(10).build());

    assertThat(engine.topics(null, 10)).isCompleted();
    assertThat(engine.browse(Browse.of(ORDERS, State.WAITING).limit(10))).isCompleted();
    for (CompletableFuture<?> refused : List.of(
        engine.topics(null, 11),
        engine.topics(null, 0),
        engine.browse(Browse.of(ORDERS, State.WAITING).limit(11)))) {
      assertThatThrownBy(refused::join).hasMessageContaining("give 1 to 10");
    }
    assertThatThrownBy(() -> EngineConfig.builder().maxPage(1_001).build())
        .hasMessageContaining("the most is 1000");
  }

  @Test
  void close_twice_isOnce() {
    engine.close();
    engine.close();

    assertThat(store.closed).isTrue();
  }

  @Test
  void close_leavesNoTaskInTheCallersTimer() {
    CompletableFuture<Claimed> any = wait(ORDERS, MAILS);
    CompletableFuture<Claimed> one = engine.claim(Claim.from(ORDERS).id("x").waiting(LONG));

    engine.close();

    assertThat(any).isCompleted();
    assertThat(one).isCompleted();
    assertThat(clock.waiting()).isZero();
  }

  @Test
  @Timeout(240)
  void ownTimer_servesAtTheDueTimeAndItsThreadEndsWithTheQueue() throws Exception {
    Set<Thread> others = alarmThreads();
    Engine real =
        Engine.start(new AsyncStore(new MemoryStore(SystemTime.clock())), EngineConfig.DEFAULT);
    CompletableFuture<Claimed> answer = real.claim(Claim.from(ORDERS).waiting(LONG));
    real.put(Put.to(ORDERS).id("o1").delay(Duration.ofMillis(30)).build())
        .get(60, TimeUnit.SECONDS);

    Claimed claimed = answer.get(60, TimeUnit.SECONDS);

    assertThat(claimed.messages().get(0).id()).isEqualTo("o1");
    assertThat(claimed.now()).isAfterOrEqualTo(claimed.messages().get(0).due());
    Set<Thread> alarms = alarmThreads();
    alarms.removeAll(others);
    assertThat(alarms).hasSize(1);
    real.close();
    Thread own = alarms.iterator().next();
    own.join(TimeUnit.SECONDS.toMillis(60));
    assertThat(own.isAlive()).isFalse();
  }

  @Test
  void storeThatThrows_failsTheFuture() {
    store.thrown = new IllegalStateException("broken");

    assertThatThrownBy(() -> engine.stats(ORDERS).join())
        .cause()
        .isInstanceOfSatisfying(
            BideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN))
        .hasMessageContaining("broken");
    assertThatThrownBy(() -> engine.claim(Claim.from(ORDERS)).join())
        .hasCauseInstanceOf(BideException.class);
  }

  @Test
  void failures_areNotWrapped() {
    CompletableFuture<Throwable> seen = new CompletableFuture<>();
    var unused = engine
        .claim(Claim.from(ORDERS).max(5_000))
        .whenComplete((claimed, error) -> seen.complete(error));

    assertThat(seen.join()).isInstanceOf(BideException.class);
  }

  @Test
  void records_areWatchedByPrefixUntilClosed() throws Exception {
    Records records = engine.records();
    List<String> seen = new ArrayList<>();
    AutoCloseable watch = records.watch("push/", seen::add);

    assertThat(records.compareAndSet("push/a", Records.Entry.ABSENT, "1").join())
        .isTrue();
    assertThat(records.compareAndSet("other", Records.Entry.ABSENT, "1").join()).isTrue();
    watch.close();
    assertThat(records.compareAndSet("push/b", Records.Entry.ABSENT, "1").join())
        .isTrue();

    assertThat(seen).containsExactly("push/a");
    assertThat(records.get("push/b").join().orElseThrow().value()).isEqualTo("1");
    Page<Records.Entry> page = records.list("push/", null, 10).join();
    assertThat(page.items()).extracting(Records.Entry::key).containsExactly("push/a", "push/b");
  }

  @Test
  void records_overTheirLimits_areRefused() {
    Records records = engine.records();

    assertField(records.get(""), "key");
    assertField(records.get("k".repeat(Records.MAX_KEY_BYTES + 1)), "key");
    assertField(records.compareAndSet("k", 0, "v".repeat(Records.MAX_VALUE_BYTES + 1)), "value");
    assertField(records.list("", null, 0), "limit");
  }

  private static List<Put> puts(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Put.to(Topic.of("t")).build())
        .toList();
  }

  private static void assertOverloaded(CompletableFuture<?> answer, String said) {
    assertThat(answer).isCompletedExceptionally();
    assertThatThrownBy(answer::join)
        .cause()
        .isInstanceOfSatisfying(
            BideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
        .hasMessageContaining(said);
  }

  private static void assertRefusedAsClosed(CompletableFuture<?> answer) {
    assertThat(answer).isCompletedExceptionally();
    assertThatThrownBy(answer::join)
        .cause()
        .isInstanceOfSatisfying(
            BideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
  }

  private static void assertField(CompletableFuture<?> answer, String field) {
    assertThatThrownBy(answer::join)
        .cause()
        .isInstanceOfSatisfying(BideException.class, e -> assertThat(e.field()).isEqualTo(field));
  }

  private static Set<Thread> alarmThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("bide-alarms-1"))
        .collect(Collectors.toSet());
  }
}
