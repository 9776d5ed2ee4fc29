package io.bide.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.Receipt;
import io.bide.Redrive;
import io.bide.State;
import io.bide.TopicSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What wakes a waiting claim: everything that can make a message ready, at the moment it does. */
interface QueueWaking extends QueueBench {
  @Test
  default void waiting_forADelayedMessage_isServedAtItsDueTime() {
    put(ORDERS, "o1", Duration.ofMillis(1_234));
    Instant due = clock().instant().plusMillis(1_234);
    CompletableFuture<Claimed> answer = park(ORDERS);

    advance(Duration.ofMillis(1_233));
    assertWaiting(answer, ORDERS);
    advance(MILLI);

    assertThat(ids(answer)).containsExactly("o1");
    assertThat(get(answer).now()).isEqualTo(due);
    assertThat(get(answer).messages().get(0).claimed()).isEqualTo(due);
  }

  @Test
  default void waiting_forAMessageAtAFractionOfAMillisecond_isNeverServedEarly() {
    advance(Duration.ofNanos(400_000));
    Instant due = put(ORDERS, "o1", Duration.ofMillis(50)).due();
    CompletableFuture<Claimed> answer = park(ORDERS);

    advanceTo(due.minusNanos(1));
    assertWaiting(answer, ORDERS);
    advanceTo(due.plus(MILLI));
    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  default void waiting_forAMessageFarAway_isServedAtItsDueTime() {
    put(ORDERS, "o1", Duration.ofSeconds(90));
    CompletableFuture<Claimed> answer = park(ORDERS);

    advance(Duration.ofMillis(89_999));
    assertWaiting(answer, ORDERS);
    advance(MILLI);
    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  default void waiting_isWokenByAPut() {
    CompletableFuture<Claimed> answer = park(ORDERS);

    put(MAILS, "m1");
    assertWaiting(answer, ORDERS);
    put(ORDERS, "o1");

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  default void waiting_isWokenByAPutThatIsDueBeforeWhatItWaitsFor() {
    put(ORDERS, "later", Duration.ofSeconds(3));
    CompletableFuture<Claimed> answer = park(ORDERS);

    put(ORDERS, "sooner", Duration.ofSeconds(1));
    advance(Duration.ofMillis(999));
    assertWaiting(answer, ORDERS);
    advance(MILLI);

    assertThat(ids(answer)).containsExactly("sooner");
  }

  @Test
  default void waiting_isWokenByARelease() {
    put(ORDERS, "o1");
    Receipt receipt = receiptOfOne(ORDERS);
    CompletableFuture<Claimed> answer = park(ORDERS);

    get(queue().release(receipt, Due.now()));

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  default void waiting_isServedWhenAReleasesDelayIsOver() {
    put(ORDERS, "o1");
    Receipt receipt = receiptOfOne(ORDERS);
    CompletableFuture<Claimed> answer = park(ORDERS);

    get(queue().release(receipt, Due.after(Duration.ofMillis(300))));
    advance(Duration.ofMillis(299));
    assertWaiting(answer, ORDERS);
    advance(MILLI);

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  default void waiting_isWokenByAnUnclaim() {
    put(ORDERS, "o1");
    Claimed claimed = claim(Claim.from(ORDERS));
    CompletableFuture<Claimed> answer = park(ORDERS);

    get(queue().unclaim(claimed.deliveries()));

    assertThat(get(answer).messages()).extracting(Message::attempts).containsExactly(1);
  }

  @Test
  default void waiting_isWokenByAReschedule() {
    put(ORDERS, "o1", Duration.ofHours(1));
    CompletableFuture<Claimed> answer = park(ORDERS);

    get(queue().reschedule(ORDERS, "o1", Due.after(Duration.ofMillis(20))));
    advance(Duration.ofMillis(19));
    assertWaiting(answer, ORDERS);
    advance(MILLI);

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  default void waiting_isWokenByAMergeThatMovesTheDueTime() {
    put(Put.to(ORDERS).id("u").body("a").delay(Duration.ofHours(1)).merge(MergeOptions.MOVE));
    CompletableFuture<Claimed> answer = park(ORDERS);

    put(Put.to(ORDERS).id("u").body("b").merge(MergeOptions.MOVE));

    assertThat(get(answer).messages().get(0).items()).hasSize(2);
  }

  @Test
  default void waiting_isServedWhatAnAckLeavesOver() {
    put(Put.to(ORDERS).id("u").body("a").merge(MergeOptions.KEEP));
    put(Put.to(ORDERS).id("u").body("b").merge(MergeOptions.KEEP));
    Receipt receipt = claim(Claim.from(ORDERS).maxItems(1)).deliveries().get(0).requireReceipt();
    CompletableFuture<Claimed> answer = park(ORDERS);

    get(queue().ack(receipt));

    assertThat(get(answer).messages().get(0).body().asText()).isEqualTo("b");
  }

  @Test
  default void waiting_isServedWhenALeaseEnds() {
    put(ORDERS, "o1");
    claim(Claim.from(ORDERS).lease(Duration.ofSeconds(7)));
    CompletableFuture<Claimed> answer = park(ORDERS);

    advance(Duration.ofMillis(6_999));
    assertWaiting(answer, ORDERS);
    advance(MILLI);

    assertThat(get(answer).messages()).extracting(Message::attempts).containsExactly(2);
  }

  @Test
  default void waiting_isWokenByARedrive() {
    kill(ORDERS, "o1");
    CompletableFuture<Claimed> answer = park(ORDERS);

    get(queue().redrive(Redrive.all(ORDERS)));

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  default void waiting_isWokenByResume() {
    put(ORDERS, "o1");
    get(queue().pause(ORDERS));
    CompletableFuture<Claimed> answer = park(ORDERS);

    advance(Duration.ofSeconds(20));
    assertWaiting(answer, ORDERS);
    get(queue().resume(ORDERS));

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  default void waiting_forDeathNotices_isServedAtTheInstantOfDeath() {
    get(queue().configure(ORDERS, TopicSettings.builder().deathNotices(true).build()));
    put(Put.to(ORDERS).id("o1").ttl(Duration.ofSeconds(3)));
    CompletableFuture<Claimed> answer = park(ORDERS.deathNotices());

    advance(Duration.ofMillis(2_999));
    assertWaiting(answer, ORDERS.deathNotices());
    advance(MILLI);

    Message notice = get(answer).messages().get(0);
    assertThat(notice.attributes()).containsEntry("bide.id", "o1");
    assertThat(notice.attributes()).containsEntry("bide.state", State.EXPIRED.name());
  }

  @Test
  default void waiting_forDeathNotices_isWokenByADeath() {
    get(queue().configure(ORDERS, TopicSettings.builder().deathNotices(true).build()));
    CompletableFuture<Claimed> answer = park(ORDERS.deathNotices());

    kill(ORDERS, "o1");

    assertThat(get(answer).messages().get(0).attributes()).containsEntry("bide.id", "o1");
  }

  @Test
  default void waiting_forAnId_isServedThatMessageOnly() {
    put(ORDERS, "o1", Duration.ofSeconds(2));
    put(ORDERS, "other", Duration.ofSeconds(1));
    CompletableFuture<Claimed> answer = park(Claim.from(ORDERS).id("o1").waiting(LONG));

    advance(Duration.ofMillis(1_999));
    assertThat(ids(claim(Claim.from(ORDERS)))).containsExactly("other");
    assertThat(answer).isNotDone();
    advance(MILLI);

    assertThat(ids(answer)).containsExactly("o1");
  }

  @Test
  default void waiting_forAnId_isWokenByWhatMakesItReady() {
    put(ORDERS, "ahead", Duration.ofSeconds(1));
    CompletableFuture<Claimed> put = park(Claim.from(ORDERS).id("o1").waiting(LONG));
    put(ORDERS, "o1", Duration.ofSeconds(2));
    advance(Duration.ofSeconds(2));
    Receipt receipt = get(put).deliveries().get(0).requireReceipt();

    CompletableFuture<Claimed> release = park(Claim.from(ORDERS).id("o1").waiting(LONG));
    get(queue().release(receipt, Due.now()));
    assertThat(ids(release)).containsExactly("o1");

    CompletableFuture<Claimed> leaseEnd = park(Claim.from(ORDERS).id("o1").waiting(LONG));
    advance(Duration.ofSeconds(30));
    assertThat(ids(leaseEnd)).containsExactly("o1");
  }
}
