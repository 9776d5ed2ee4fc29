package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Due;
import io.bide.State;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Who comes first: by due time, then by arrival; the front; ended leases and fresh messages. */
abstract class OrderCases extends Cases {
  OrderCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @Test
  void claim_takesByDueTimeNotByArrival() {
    put(message("late").delay(Duration.ofSeconds(2)));
    put(message("early").delay(SECOND));
    pass(Duration.ofSeconds(2));

    assertThat(ids(claim(2))).containsExactly("early", "late");
  }

  @Test
  void claim_ofSameDueTime_takesByArrival() {
    put(message("1").delay(SECOND));
    pass(Duration.ofMillis(500));
    put(message("2").delay(Duration.ofMillis(500)));
    putAll("0");
    pass(SECOND);

    assertThat(ids(claim(ALL))).containsExactly("0", "1", "2");
  }

  @Test
  void claim_takesAtMostMax() {
    putAll("1", "2", "3");

    assertThat(ids(claim(2))).containsExactly("1", "2");
    assertThat(ids(claim(2))).containsExactly("3");
    assertThat(claim(2)).isEmpty();
  }

  @Test
  void claim_takesTheFrontFirst_theLastOnePutThereBeforeAll() {
    putAll("1");
    put(message("front").due(Due.front()));
    put(message("more front").due(Due.front()));

    assertThat(ids(claim(ALL))).containsExactly("more front", "front", "1");
  }

  @Test
  void claim_takesTheFrontBeforeEndedLeases() {
    putAll("1");
    claimFor(SECOND);
    pass(SECOND);
    put(message("front").due(Due.front()));

    assertThat(ids(claim(1))).containsExactly("front");
  }

  @Test
  void release_toTheFront_goesBeforeAll() {
    putAll("1");
    release(claim(), Due.front());
    put(message("0").due(Due.front()));
    pass(SECOND);
    putAll("2");

    assertThat(ids(claim(ALL))).containsExactly("0", "1", "2");
  }

  @Test
  void reschedule_toTheFront_goesBeforeAll() {
    put(message("0").due(Due.front()));
    put(message().delay(MINUTE));

    assertThat(reschedule(Due.front()).due()).isEqualTo(now());

    assertThat(ids(claim(ALL))).containsExactly(ID, "0");
  }

  @Test
  void put_toTheFront_isReadyAndDueNow() {
    pass(Duration.ofNanos(400_000));
    put(message().due(Due.front()));

    assertThat(state()).isEqualTo(State.READY);
    assertThat(peek().due()).isEqualTo(peek().next());
    assertThat(Due.millisUp(now())).isEqualTo(peek().due().toEpochMilli());
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void unclaim_ofOneAtTheFront_putsItBackThere() {
    putAll("1");
    put(message("front").due(Due.front()));
    unclaim(only(claim(1)));

    assertThat(ids(claim(ALL))).containsExactly("front", "1");
  }

  @Test
  void claim_whileFreshOnesAreDue_takesEndedLeasesForHalfOfItsPlaces() {
    putAll("a", "b", "c", "d");
    claim(leased(SECOND));
    pass(SECOND);
    putAll("1", "2", "3", "4");

    assertThat(ids(claim(5))).containsExactly("a", "b", "1", "2", "3");
  }

  @Test
  void claim_withPlacesLeft_takesMoreEndedLeases() {
    putAll("a", "b", "c", "d");
    claim(leased(SECOND));
    pass(SECOND);
    putAll("1");

    assertThat(ids(claim(4))).containsExactly("a", "b", "1", "c");
  }

  @Test
  void claim_withoutFreshOnes_takesEndedLeasesForAllPlaces() {
    putAll("a", "b", "c");
    claim(leased(SECOND));
    pass(SECOND);

    assertThat(ids(claim(ALL))).containsExactly("a", "b", "c");
  }

  @Test
  void claim_ofTheFrontFirst_sharesTheOtherPlaces() {
    putAll("a", "b", "c", "d");
    claim(leased(SECOND));
    pass(SECOND);
    putAll("1", "2");
    put(message("front").due(Due.front()));

    assertThat(ids(claim(4))).containsExactly("front", "a", "1", "2");
  }

  @Test
  void claim_ofEndedLeases_takesByLeaseEndNotByDueTime() {
    putAll("1");
    claimFor(Duration.ofSeconds(2));
    putAll("2");
    claimFor(SECOND);
    pass(Duration.ofSeconds(2));

    assertThat(ids(claim(ALL))).containsExactly("2", "1");
  }

  @Test
  void claim_ofOne_alternatesBetweenEndedLeasesAndFreshOnes() {
    putAll("a", "b", "c");
    claim(leased(SECOND));
    pass(SECOND);
    putAll("1", "2", "3");

    assertThat(ids(claim(1))).containsExactly("a");
    assertThat(ids(claim(1))).containsExactly("1");
    assertThat(ids(claim(1))).containsExactly("b");
    assertThat(ids(claim(1))).containsExactly("2");
  }

  @Test
  void claim_ofOne_rememberedTheTurnOverOtherClaimsAndRestarts() {
    putAll("a", "b", "c");
    claim(leased(SECOND));
    pass(SECOND);
    putAll("1", "2", "3");
    assertThat(ids(claim(1))).containsExactly("a");

    assertThat(ids(claim(2))).containsExactly("b", "1");
    restart();

    assertThat(ids(claim(1))).containsExactly("2");
  }

  @Test
  void claim_ofOneById_leavesTheTurnAlone() {
    putAll("a", "b");
    claim(leased(SECOND));
    pass(SECOND);
    putAll("1", "2");

    claim(onlyId("a"));

    assertThat(ids(claim(1))).containsExactly("b");
  }

  @Test
  void claim_ofSeveralRequests_servesOneAfterTheOther() {
    putAll("1", "2", "3");

    var grants = ask(upTo(2), upTo(2), upTo(2)).grants();

    assertThat(ids(grants.get(0).deliveries())).containsExactly("1", "2");
    assertThat(ids(grants.get(1).deliveries())).containsExactly("3");
    assertThat(grants.get(2).deliveries()).isEmpty();
  }
}
