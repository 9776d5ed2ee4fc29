package io.bide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Cause;
import io.bide.Claim;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Event;
import io.bide.Put;
import io.bide.PutResult.How;
import io.bide.Receipt;
import io.bide.Redrive;
import io.bide.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is told, and when. */
class EventsTest extends EngineFixture {
  private final List<Event> told = new ArrayList<>();

  @Test
  void everyVerb_isToldAfterItsSuccess() {
    AutoCloseable subscription = engine.events().subscribe(told::add);
    Instant start = clock.instant();
    put(ORDERS, "o1", Duration.ofSeconds(1));
    put(ORDERS, "o1");
    clock.advance(Duration.ofMillis(1_250));
    Instant now = clock.instant();
    Receipt receipt = claimOne().requireReceipt();
    engine.extend(receipt, Duration.ofSeconds(9)).join();
    engine.release(receipt, Due.after(Duration.ofHours(1))).join();
    engine.ack(receipt).join();
    engine.reschedule(ORDERS, "o1", Due.after(Duration.ofHours(2))).join();
    engine.cancel(ORDERS, "o1").join();
    engine.cancel(ORDERS, "o1").join();
    engine.pause(ORDERS).join();
    engine.resume(ORDERS).join();
    engine.purge(ORDERS, State.CANCELLED).join();

    Instant due = start.plusSeconds(1);
    assertThat(subscription).isNotNull();
    assertThat(told)
        .containsExactly(
            new Event.Stored(ORDERS, start, "o1", How.NEW, due),
            new Event.Refused(ORDERS, start, "o1"),
            new Event.Claimed(ORDERS, now, "o1", 1, due),
            new Event.Settled(ORDERS, now, "o1", Event.Settled.Kind.EXTEND),
            new Event.Settled(ORDERS, now, "o1", Event.Settled.Kind.RELEASE),
            new Event.Rescheduled(ORDERS, now, "o1", now.plus(Duration.ofHours(2))),
            new Event.Cancelled(ORDERS, now, "o1"),
            new Event.Paused(ORDERS, now, true),
            new Event.Paused(ORDERS, now, false),
            new Event.Purged(ORDERS, now, 1));
  }

  @Test
  void deathAndRedrive_areTold() {
    AutoCloseable subscription = engine.events().subscribe(told::add);
    engine.put(Put.to(ORDERS).id("o1").maxAttempts(1).build()).join();
    engine.release(claimOne().requireReceipt()).join();
    engine.redrive(Redrive.all(ORDERS)).join();

    assertThat(subscription).isNotNull();
    assertThat(told)
        .contains(new Event.Died(ORDERS, clock.instant(), "o1", State.DEAD, Cause.ATTEMPTS, 1))
        .endsWith(new Event.Redriven(ORDERS, clock.instant(), 1));
  }

  @Test
  void whatIsGivenBackForACallerWhoIsGone_isTold() {
    put(ORDERS, "o1");
    AutoCloseable subscription = engine.events().subscribe(told::add);
    store.hold();
    CompletableFuture<?> claim = engine.claim(Claim.from(ORDERS));
    claim.cancel(true);
    store.answerAll();

    assertThat(subscription).isNotNull();
    assertThat(told)
        .last()
        .isEqualTo(new Event.Settled(ORDERS, clock.instant(), "o1", Event.Settled.Kind.UNCLAIM));
  }

  @Test
  void listenerThatThrows_disturbsNobody() {
    AutoCloseable bad = engine.events().subscribe(event -> {
      throw new IllegalStateException("bad listener");
    });
    AutoCloseable good = engine.events().subscribe(told::add);

    assertThat(put(ORDERS, "o1").stored()).isTrue();

    assertThat(told).hasSize(1);
    assertThat(bad).isNotSameAs(good);
  }

  @Test
  void closedSubscription_hearsNothingMore() throws Exception {
    AutoCloseable subscription = engine.events().subscribe(told::add);
    subscription.close();
    subscription.close();

    put(ORDERS, "o1");

    assertThat(told).isEmpty();
  }

  private Delivery claimOne() {
    return engine.claim(Claim.from(ORDERS)).join().deliveries().get(0);
  }
}
