package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Browse;
import io.bide.Due;
import io.bide.Message;
import io.bide.Page;
import io.bide.Settle;
import io.bide.State;
import io.bide.Target;
import io.bide.WhenLeased;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Looking at the messages in one state. */
abstract class BrowseCases extends Cases {
  BrowseCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private static List<String> ids(Page<Message> page) {
    return page.items().stream().map(Message::id).toList();
  }

  private Page<Message> page(Browse browse) {
    return Await.value(store.browse(browse));
  }

  private List<String> pages(Browse browse) {
    List<String> all = new ArrayList<>();
    @Nullable String cursor = null;
    do {
      Page<Message> page = page(browse.after(cursor));
      assertThat(page.items().size()).isLessThanOrEqualTo(browse.limit());
      all.addAll(ids(page));
      cursor = page.cursor();
    } while (cursor != null);
    return all;
  }

  @Test
  void browse_ofUnknownTopic_isEmpty() {
    for (State state : State.values()) {
      assertThat(page(Browse.of(TOPIC, state))).isEqualTo(new Page<>(List.of(), null));
    }
    assertThat(topics()).isEmpty();
  }

  @Test
  void browse_ofWaiting_isByPositionThenSequence() {
    put(message("late").delay(MINUTE));
    put(message("early").delay(SECOND));
    put(message("early too").delay(SECOND));

    assertThat(idsIn(State.WAITING)).containsExactly("early", "early too", "late");
  }

  @Test
  void browse_ofReady_showsEndedLeasesThenTheFrontThenTheOthers() {
    putAll("1", "2");
    claim(leased(Duration.ofSeconds(2)));
    putAll("3");
    claim(leased(SECOND));
    pass(Duration.ofSeconds(2));
    putAll("4", "5");
    put(message("front").due(Due.front()));
    put(message("more front").due(Due.front()));

    assertThat(idsIn(State.READY)).containsExactly("3", "1", "2", "more front", "front", "4", "5");
  }

  @Test
  void browse_ofLeased_isByLeaseEnd() {
    putAll("1");
    claim(leased(MINUTE));
    putAll("2", "3");
    claim(leased(SECOND));

    assertThat(idsIn(State.LEASED)).containsExactly("2", "3", "1");
  }

  @Test
  void browse_ofEnded_isByTheTimeOfForgetting() {
    configure(settings -> settings.retention(MINUTE));
    putAll("1", "2", "3");
    Await.value(store.cancel(TOPIC, "1", WhenLeased.REFUSE));
    configure(settings -> settings.retention(SECOND));
    Await.value(store.cancel(TOPIC, "3", WhenLeased.REFUSE));
    Await.value(store.cancel(TOPIC, "2", WhenLeased.REFUSE));

    assertThat(idsIn(State.CANCELLED)).containsExactly("2", "3", "1");
  }

  @Test
  void browse_showsWhatPeekShows() {
    put(message().delay(SECOND).ttl(MINUTE));

    assertThat(browse(State.WAITING)).containsExactly(peek());
  }

  @Test
  void browse_withoutBodies_showsNoItems() {
    put(message());

    Message shown = page(Browse.of(TOPIC, State.READY)).items().get(0);

    assertThat(shown.items()).isEmpty();
    assertThat(shown.itemCount()).isEqualTo(1);
  }

  @Test
  void browse_inPages_showsEachMessageOnce() {
    for (int i = 0; i < 5; i++) {
      put(message("w" + i).delay(MINUTE));
      put(message("f" + i).due(Due.front()));
      putAll("r" + i);
    }
    putAll("l1", "l2", "l3");
    for (String id : List.of("l1", "l2", "l3")) {
      claim(onlyId(id));
    }
    pass(LEASE);

    for (int limit = 1; limit <= 4; limit++) {
      Browse ready = Browse.of(TOPIC, State.READY).limit(limit);
      assertThat(pages(ready)).isEqualTo(idsIn(State.READY)).hasSize(13);
      assertThat(pages(Browse.of(TOPIC, State.WAITING).limit(limit)))
          .containsExactly("w0", "w1", "w2", "w3", "w4");
    }
  }

  @Test
  void browse_inPages_goesOnWhenThePageBeforeHasEnded() {
    putAll("1", "2", "3", "4");
    Browse browse = Browse.of(TOPIC, State.READY).limit(2);
    Page<Message> first = page(browse);
    for (Message message : first.items()) {
      Target target = Target.id(TOPIC, message.id(), State.READY);
      assertThat(settle(new Settle.Ack(target)).ok()).isTrue();
    }

    assertThat(ids(page(browse.after(first.cursor())))).containsExactly("3", "4");
  }

  @Test
  void browse_betweenTimes_includesFromAndExcludesTo() {
    for (int i = 1; i <= 4; i++) {
      put(message("m" + i).delay(SECOND.multipliedBy(i)));
    }

    Browse browse = Browse.of(TOPIC, State.WAITING)
        .between(in(SECOND.multipliedBy(2)), in(SECOND.multipliedBy(4)));

    assertThat(pages(browse)).containsExactly("m2", "m3");
    assertThat(pages(browse.limit(1))).containsExactly("m2", "m3");
    assertThat(pages(Browse.of(TOPIC, State.WAITING).between(null, in(SECOND)))).isEmpty();
  }

  @Test
  void browse_ofReadyBetweenTimes_looksAtTheLeaseEndAndTheDueTimeOfTheFront() {
    putAll("lease");
    claim(leased(SECOND));
    pass(SECOND.multipliedBy(5));
    put(message("front").due(Due.front()));
    putAll("fresh");

    Browse ready = Browse.of(TOPIC, State.READY);

    assertThat(pages(ready.between(now(), null))).containsExactly("front", "fresh");
    assertThat(pages(ready.between(null, now()))).containsExactly("lease");
    assertThat(pages(ready.between(now().minus(SECOND.multipliedBy(4)), now())))
        .containsExactly("lease");
  }

  @Test
  void browse_ofEndedBetweenTimes_looksAtTheEnd() {
    die("1");
    pass(SECOND);
    die("2");

    assertThat(pages(Browse.of(TOPIC, State.DEAD).between(now(), null))).containsExactly("2");
  }
}
