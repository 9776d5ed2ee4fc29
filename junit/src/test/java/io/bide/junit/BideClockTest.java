package io.bide.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bide.Backoff;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.worker.Handler;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import io.bide.worker.WorkerBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(240)
@ExtendWith(BideExtension.class)
class BideClockTest {
  private static final Topic ORDERS = Topic.of("orders");

  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final List<Duration> times = new CopyOnWriteArrayList<>();

  private void note(BideClock clock, String what) {
    handled.add(what);
    times.add(Duration.between(BideExtension.DEFAULT_START, clock.instant()));
  }

  private @Nullable Worker worker;

  private void start(WorkerBuilder builder) {
    worker = builder.start();
  }

  @AfterEach
  void stop() {
    if (worker != null) {
      worker.close();
    }
  }

  private void startNoting(DelayQueue queue, BideClock clock) {
    start(Worker.builder(queue)
        .topic("orders", delivery -> note(clock, delivery.message().id())));
  }

  private static void put(DelayQueue queue, String id, Duration delay) {
    queue.put(Put.to(ORDERS).id(id).delay(delay).build()).join().requireStored();
  }

  private static State state(DelayQueue queue, String id) {
    return queue.peek(ORDERS, id).join().orElseThrow().state();
  }

  @Test
  void advance_overADueTime_returnsWhenTheWorkerHasHandledIt(DelayQueue queue, BideClock clock) {
    startNoting(queue, clock);
    put(queue, "4711", Duration.ofMinutes(30));

    clock.advance(Duration.ofMinutes(30).minusMillis(1));
    assertThat(handled).isEmpty();

    clock.advance(Duration.ofMillis(1));
    assertThat(handled).containsExactly("4711");
    assertThat(state(queue, "4711")).isEqualTo(State.DONE);
  }

  @Test
  void advance_overSeveralDueTimes_letsEachHappenAtItsOwn(DelayQueue queue, BideClock clock) {
    startNoting(queue, clock);
    put(queue, "late", Duration.ofDays(5));
    put(queue, "early", Duration.ofMinutes(1));

    clock.advance(Duration.ofDays(6));

    assertThat(handled).containsExactly("early", "late");
    assertThat(times).containsExactly(Duration.ofMinutes(1), Duration.ofDays(5));
  }

  @Test
  void advance_withMoreDueThanTheWorkerHandlesAtOnce_waitsForAll(
      DelayQueue queue, BideClock clock) {
    AtomicInteger count = new AtomicInteger();
    start(Worker.builder(queue)
        .topic(
            "orders",
            delivery -> count.incrementAndGet(),
            TopicOptions.concurrently(1).batchSize(1)));
    for (int i = 0; i < 200; i++) {
      put(queue, "order-" + i, Duration.ofMinutes(30));
    }

    clock.advance(Duration.ofMinutes(30));

    assertThat(count).hasValue(200);
  }

  @Test
  void advance_whileHandlersPutMore_waitsForTheirMessagesToo(DelayQueue queue, BideClock clock) {
    start(Worker.builder(queue)
        .topic("orders", delivery -> {
          note(clock, delivery.message().id());
          queue.put(Put.to("mails").id("at once").build()).join();
          queue
              .put(Put.to("mails").id("later").delay(Duration.ofMinutes(10)).build())
              .join();
        })
        .topic("mails", delivery -> note(clock, delivery.message().id())));
    put(queue, "4711", Duration.ofMinutes(30));

    clock.advance(Duration.ofMinutes(30));
    assertThat(handled).containsExactly("4711", "at once");

    clock.advance(Duration.ofMinutes(10));
    assertThat(handled).containsExactly("4711", "at once", "later");
  }

  @Test
  void advance_withAHandlerThatFails_triesAgainByItsBackoffAndTellsTheEnd(
      DelayQueue queue, BideClock clock) {
    TopicOptions telling = TopicOptions.DEFAULT.deadLetters(
        Handler.of(delivery -> note(clock, "dead: " + delivery.message().id())));
    start(Worker.builder(queue).topic("orders", delivery -> fail(clock), telling));
    queue
        .put(Put.to(ORDERS)
            .id("4711")
            .backoff(Backoff.schedule(Duration.ofMinutes(2), Duration.ofHours(15)))
            .build())
        .join()
        .requireStored();

    clock.advance(Duration.ofDays(1));

    assertThat(handled).hasSize(4).startsWith("failed", "failed", "failed");
    assertThat(times.subList(0, 3))
        .containsExactly(Duration.ZERO, Duration.ofMinutes(2), Duration.ofMinutes(902));
    assertThat(handled.get(3)).startsWith("dead: ");
  }

  private void fail(BideClock clock) {
    note(clock, "failed");
    throw new IllegalStateException("planted");
  }

  @Test
  void settle_ofWhatIsDueNow_waitsForTheWorker(DelayQueue queue, BideClock clock) {
    startNoting(queue, clock);
    put(queue, "4711", Duration.ZERO);

    clock.settle();

    assertThat(handled).containsExactly("4711");
    assertThat(clock.instant()).isEqualTo(BideExtension.DEFAULT_START);
  }

  @Test
  void advance_withAClaimThatWaits_answersIt(DelayQueue queue, BideClock clock) {
    CompletableFuture<Claimed> claim =
        queue.claim(Claim.from(ORDERS).waiting(Duration.ofMinutes(3)));
    put(queue, "4711", Duration.ofMinutes(2));

    clock.advance(Duration.ofMinutes(1));
    assertThat(claim).isNotDone();

    clock.advance(Duration.ofMinutes(1));
    assertThat(claim).isDone();
    assertThat(claim.join().deliveries()).hasSize(1);
  }

  @Test
  void advance_overTheEndOfALease_makesTheMessageReadyAgain(DelayQueue queue, BideClock clock) {
    put(queue, "4711", Duration.ZERO);
    assertThat(queue.claim(Claim.from(ORDERS)).join().deliveries()).hasSize(1);

    clock.advance(Duration.ofSeconds(30));

    assertThat(queue.claim(Claim.from(ORDERS)).join().deliveries())
        .singleElement()
        .satisfies(again -> assertThat(again.message().attempts()).isEqualTo(2));
  }

  @Test
  void advance_overATimeToLive_tellsTheEndWhenItStops(DelayQueue queue, BideClock clock) {
    TopicOptions telling =
        TopicOptions.DEFAULT.deadLetters(Handler.of(delivery -> note(clock, "expired")));
    start(Worker.builder(queue).topic("orders", delivery -> note(clock, "handled"), telling));
    clock.settle();
    queue.pause(ORDERS).join();
    queue.put(Put.to(ORDERS).id("4711").ttl(Duration.ofMinutes(5)).build()).join();

    clock.advance(Duration.ofMinutes(5));

    assertThat(handled).containsExactly("expired");
  }

  @Test
  void advance_backwards_isRefused(BideClock clock) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> clock.advance(Duration.ofMillis(-1)))
        .withMessageContaining("not set back");
    Instant before = clock.instant();
    clock.advanceTo(before);
    assertThat(clock.instant()).isEqualTo(before);
  }
}
