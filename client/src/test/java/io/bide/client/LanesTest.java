package io.bide.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.PutResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LanesTest {
  private static final Limits LIMITS = new Limits(10, 100);

  private final Lanes<String, PutResult> lanes = new Lanes<>();
  private final Deadline deadline = Deadline.in(Duration.ofMinutes(1));

  private Item<PutResult> item(int bytes, Deadline until) {
    return new Item<>(new byte[bytes], new Group<>(1, PutResult.Failed::new), 0, until);
  }

  private void add(String lane, int items, int bytes) {
    lanes.add(
        lane, IntStream.range(0, items).mapToObj(i -> item(bytes, deadline)).toList(), LIMITS);
  }

  private Lanes.Batch<String, PutResult> next() {
    return lanes.next(LIMITS);
  }

  private List<Item<PutResult>> nextAndLand() {
    Lanes.Batch<String, PutResult> batch = next();
    lanes.landed(batch, LIMITS);
    return batch.items();
  }

  @Test
  void first_goesOutAtOnce_andTheRestIsGathered() {
    add("a", 1, 1);
    Lanes.Batch<String, PutResult> first = next();
    assertThat(first.items()).hasSize(1);

    add("a", 3, 1);
    add("a", 4, 1);
    assertThat(next()).isNull();

    lanes.landed(first, LIMITS);
    assertThat(next().items()).hasSize(7);
  }

  @Test
  void whatIsFull_goesOutBesideAnother() {
    add("a", 1, 1);
    assertThat(next().items()).hasSize(1);
    add("a", 9, 1);
    assertThat(next()).isNull();

    add("a", 12, 1);
    assertThat(next().items()).hasSize(10);
    assertThat(next()).isNull();

    add("b", 1, 1);
    assertThat(next().items()).hasSize(1);
    add("b", 1, 500);
    assertThat(next().items()).hasSize(1);
  }

  @Test
  void whatComesBehindASlowOne_goesOut_oneAtATime() {
    add("a", 1, 1);
    Lanes.Batch<String, PutResult> slow = next();
    add("a", 2, 1);
    assertThat(next()).isNull();

    lanes.slow(slow, LIMITS);
    assertThat(nextAndLand()).hasSize(2);
    add("a", 3, 1);
    assertThat(next().items()).hasSize(3);
    add("a", 4, 1);
    assertThat(next()).isNull();

    lanes.landed(slow, LIMITS);
    assertThat(next()).isNull();
  }

  @Test
  void slowOnesThatHaveLanded_holdUpAndLetThroughNothing() {
    add("a", 1, 1);
    Lanes.Batch<String, PutResult> first = next();
    lanes.slow(first, LIMITS);
    lanes.landed(first, LIMITS);
    lanes.slow(first, LIMITS);

    add("a", 1, 1);
    assertThat(next().items()).hasSize(1);
    add("a", 1, 1);
    assertThat(next()).isNull();
  }

  @Test
  void batch_isBoundedByNumber() {
    add("a", 25, 1);

    assertThat(nextAndLand()).hasSize(10);
    assertThat(nextAndLand()).hasSize(10);
    assertThat(nextAndLand()).hasSize(5);
  }

  @Test
  void batch_isBoundedByBytes_butTakesOneInAnyCase() {
    add("a", 3, 45);
    assertThat(nextAndLand()).hasSize(2);
    assertThat(nextAndLand()).hasSize(1);

    add("b", 1, 500);
    add("b", 1, 1);
    assertThat(nextAndLand()).hasSize(1);
    assertThat(nextAndLand()).hasSize(1);
  }

  @Test
  void items_withDeadlinesFarApart_doNotTravelTogether() {
    Deadline later = Deadline.in(Duration.ofMinutes(2));
    lanes.add("a", List.of(item(1, deadline), item(1, deadline), item(1, later)), LIMITS);

    assertThat(nextAndLand()).hasSize(2);
    assertThat(nextAndLand()).hasSize(1);
  }

  @Test
  void requests_areFewHoweverManyLanesThereAre_andLanesTakeTurns() {
    for (int i = 0; i < 100; i++) {
      add("lane-" + i, 1, 1);
    }
    List<Lanes.Batch<String, PutResult>> batches =
        IntStream.range(0, Lanes.MOST).mapToObj(i -> next()).toList();

    assertThat(batches).doesNotContainNull();
    assertThat(next()).isNull();
    add("lane-0", 1, 1);
    lanes.landed(batches.get(0), LIMITS);
    assertThat(next().key()).isEqualTo("lane-" + Lanes.MOST);
  }
}
