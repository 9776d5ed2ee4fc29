package io.bide.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Browse;
import io.bide.Claim;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.Page;
import io.bide.Put;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.Settle;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What operators do: browse, stats, settings, pause, purge, redrive; and closing. */
interface QueueOperating extends QueueBench {
  @Test
  default void browse_goesThroughAllPagesInOrder() {
    for (int i = 0; i < 7; i++) {
      put(ORDERS, "o" + i, Duration.ofSeconds(i + 1));
    }

    List<String> seen = new ArrayList<>();
    @Nullable String cursor = null;
    do {
      Page<Message> page =
          get(queue().browse(Browse.of(ORDERS, State.WAITING).limit(3).after(cursor)));
      page.items().forEach(message -> seen.add(message.id()));
      cursor = page.cursor();
    } while (cursor != null);

    assertThat(seen).containsExactly("o0", "o1", "o2", "o3", "o4", "o5", "o6");
  }

  @Test
  default void topics_goesThroughAllPagesInOrder() {
    for (String name : List.of("c", "a", "b")) {
      put(Topic.of(name), "m");
    }

    Page<Topic> first = get(queue().topics(null, 2));
    Page<Topic> second = get(queue().topics(first.cursor(), 2));

    assertThat(first.items()).containsExactly(Topic.of("a"), Topic.of("b"));
    assertThat(second.items()).containsExactly(Topic.of("c"));
    assertThat(second.cursor()).isNull();
  }

  @Test
  default void stats_countsEveryMessageOnce() {
    put(ORDERS, "waiting", Duration.ofSeconds(9));
    put(ORDERS, "leased");
    claimOne(ORDERS);
    put(ORDERS, "ready");

    TopicStats stats = get(queue().stats(ORDERS));

    assertThat(stats.count(State.WAITING)).isEqualTo(1);
    assertThat(stats.count(State.READY)).isEqualTo(1);
    assertThat(stats.count(State.LEASED)).isEqualTo(1);
    assertThat(stats.nextDue()).isEqualTo(clock().instant().plusSeconds(9));
    assertThat(stats.paused()).isFalse();
  }

  @Test
  default void configure_isFeltAtOnce() {
    TopicSettings settings =
        TopicSettings.builder().lease(Duration.ofSeconds(2)).build();
    assertThat(get(queue().settings(ORDERS))).isEqualTo(TopicSettings.DEFAULT);

    get(queue().configure(ORDERS, settings));

    assertThat(get(queue().settings(ORDERS))).isEqualTo(settings);
    put(ORDERS, "o1");
    claimOne(ORDERS);
    advance(Duration.ofSeconds(2));
    claimOne(ORDERS);
  }

  @Test
  default void pause_stopsClaimsUntilResume() {
    put(ORDERS, "o1");

    get(queue().pause(ORDERS));
    assertNothingDue(ORDERS);
    assertThat(get(queue().stats(ORDERS)).paused()).isTrue();
    get(queue().resume(ORDERS));

    claimOne(ORDERS);
  }

  @Test
  default void purge_removesAllMessages() {
    put(ORDERS, "o1");
    put(ORDERS, "o2", Duration.ofSeconds(1));
    put(MAILS, "m1");

    assertThat(get(queue().purge(ORDERS))).isEqualTo(2);
    advance(Duration.ofSeconds(1));
    assertNothingDue(ORDERS);
    claimOne(MAILS);
  }

  @Test
  default void purge_ofAState_removesAllInIt() {
    endMany(2_500);
    put(ORDERS, "live");

    assertThat(get(queue().purge(ORDERS, State.DEAD))).isEqualTo(2_500);
    assertThat(get(queue().stats(ORDERS)).count(State.DEAD)).isZero();
    assertThat(ids(claim(Claim.from(ORDERS)))).containsExactly("live");
  }

  @Test
  default void purge_ofALiveState_isRefused() {
    assertThat(failure(queue().purge(ORDERS, State.READY)).code()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  default void redrive_bringsAllBackHoweverMany() {
    endMany(2_500);

    RedriveResult result = get(queue().redrive(Redrive.all(ORDERS)));

    assertThat(result.redriven()).isEqualTo(2_500);
    assertThat(result.conflicts()).isEmpty();
    assertThat(result.cursor()).isNull();
    assertThat(get(queue().stats(ORDERS)).count(State.READY)).isEqualTo(2_500);
  }

  @Test
  default void redrive_withARate_spacesAllOfThem() {
    endMany(2_500);

    get(queue().redrive(Redrive.all(ORDERS).starting(Duration.ofSeconds(1)).perSecond(100)));

    // The first after 1 s, then one every 10 ms.
    advance(Duration.ofMillis(999));
    assertThat(get(queue().stats(ORDERS)).count(State.READY)).isZero();
    advance(MILLI);
    assertThat(get(queue().stats(ORDERS)).count(State.READY)).isEqualTo(1);
    advance(Duration.ofSeconds(15));
    assertThat(get(queue().stats(ORDERS)).count(State.READY)).isEqualTo(1_501);
    advance(Duration.ofMillis(9_990));
    assertThat(get(queue().stats(ORDERS)).count(State.READY)).isEqualTo(2_500);
  }

  @Test
  default void redrive_upToALimit_saysWhereToGoOn() {
    endMany(1_700);

    RedriveResult first = get(queue().redrive(Redrive.all(ORDERS).limit(1_200)));
    RedriveResult second =
        get(queue().redrive(Redrive.all(ORDERS).after(first.cursor()).limit(1_200)));

    assertThat(first.redriven()).isEqualTo(1_200);
    assertThat(second.redriven()).isEqualTo(500);
  }

  @Test
  default void redrive_ofALiveId_isAConflict() {
    kill(ORDERS, "o1");
    put(ORDERS, "o1");

    RedriveResult result = get(queue().redrive(Redrive.one(ORDERS, "o1")));

    assertThat(result.redriven()).isZero();
  }

  @Test
  default void close_refusesEveryFurtherCall() {
    queue().close();

    assertThat(failure(queue().put(Put.to(ORDERS).build())).code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(failure(queue().claim(Claim.from(ORDERS))).code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(failure(queue().peek(ORDERS, "o1")).code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(failure(queue().stats(ORDERS)).code()).isEqualTo(ErrorCode.CLOSED);
  }

  /** So many dead letters. */
  private void endMany(int count) {
    int batch = 500;
    for (int from = 0; from < count; from += batch) {
      get(queue()
          .put(IntStream.range(from, Math.min(from + batch, count))
              .mapToObj(i -> Put.to(ORDERS).id("d" + i).maxAttempts(1).build())
              .toList()));
      List<Settle> releases = claim(Claim.from(ORDERS).max(batch)).deliveries().stream()
          .<Settle>map(delivery -> new Settle.Release(delivery.requireReceipt(), null))
          .toList();
      get(queue().settle(releases));
    }
    assertThat(get(queue().stats(ORDERS)).count(State.DEAD)).isEqualTo(count);
  }
}
