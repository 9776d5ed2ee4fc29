package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.DeliveryMode;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.WhenLeased;
import io.bide.store.SweepReply;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Settings, pause, the list of topics, and the sweep. */
abstract class TopicCases extends Cases {
  TopicCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @Test
  void settings_ofUnknownTopic_areTheDefaults() {
    assertThat(Await.value(store.settings(TOPIC))).isEqualTo(TopicSettings.DEFAULT);
    assertThat(topics()).isEmpty();
  }

  @Test
  void configure_keepsAllSettings() {
    TopicSettings settings = TopicSettings.builder()
        .lease(Duration.ofSeconds(7))
        .ttl(Duration.ofSeconds(8))
        .maxAttempts(9)
        .backoff(Backoff.schedule(SECOND, MINUTE))
        .retention(Duration.ofSeconds(10))
        .deadRetention(Duration.ofSeconds(11))
        .keepBodies(true)
        .deathNotices(true)
        .delivery(DeliveryMode.AT_MOST_ONCE)
        .partitions(3)
        .build();
    Await.value(store.configure(TOPIC, settings));

    assertThat(Await.value(store.settings(TOPIC))).isEqualTo(settings);
    restart();
    assertThat(Await.value(store.settings(TOPIC))).isEqualTo(settings);
  }

  @Test
  void configure_replacesAllSettings() {
    configure(settings -> settings.lease(MINUTE));
    configure(settings -> settings.ttl(MINUTE));

    assertThat(Await.value(store.settings(TOPIC)))
        .isEqualTo(TopicSettings.builder().ttl(MINUTE).build());
  }

  @Test
  void pause_stopsClaimsAndShowsNoTime() {
    put(message());
    pause(true);

    assertThat(ask(upTo(1), onlyId(ID)).grants())
        .allMatch(grant -> grant.deliveries().isEmpty() && grant.next() == null);
    assertThat(state()).isEqualTo(State.READY);
    assertThat(stats().paused()).isTrue();

    pause(false);
    assertThat(stats().paused()).isFalse();
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  void pause_letsPutsSettlesAndTimeGoOn() {
    putAll("1");
    var delivery = claim();
    put(message("2").ttl(SECOND));
    pause(true);

    assertThat(ack(delivery).ok()).isTrue();
    assertThat(put(message("3")).id()).isEqualTo("3");
    pass(SECOND);
    assertThat(idsIn(State.EXPIRED)).containsExactly("2");
  }

  @Test
  void pause_isDurable() {
    put(message());
    pause(true);
    restart();

    assertThat(claim(1)).isEmpty();
  }

  @Test
  void resume_ofUnknownTopic_doesNothing() {
    pause(false);

    assertThat(topics()).isEmpty();
  }

  @Test
  void topic_existsFromItsFirstPutConfigureOrPause() {
    Topic b = Topic.of("b");
    Topic a = Topic.of("a");
    Topic other = Topic.of("earlier", "z");
    Await.value(store.configure(b, TopicSettings.DEFAULT));
    Await.value(store.pause(a, true));
    Await.value(store.put(List.of(Put.to(other).id(ID).build())));
    put(message());

    assertThat(topics()).containsExactly(a, b, TOPIC, other);
  }

  @Test
  void topics_comeInPages() {
    List<Topic> all = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      Topic topic = Topic.of("topic" + i);
      all.add(topic);
      Await.value(store.put(List.of(Put.to(topic).id(ID).build())));
    }

    List<Topic> seen = new ArrayList<>();
    @Nullable String cursor = null;
    do {
      var page = Await.value(store.topics(cursor, 3));
      assertThat(page.items().size()).isLessThanOrEqualTo(3);
      seen.addAll(page.items());
      cursor = page.cursor();
    } while (cursor != null);

    assertThat(seen).isEqualTo(all);
  }

  @Test
  void sweep_forgetsTopicsThatHoldNothing() {
    put(message());
    ack(claim());
    sweep();
    assertThat(topics()).containsExactly(TOPIC);

    pass(TopicSettings.DEFAULT_RETENTION);
    sweep();

    assertThat(topics()).isEmpty();
  }

  @Test
  void sweep_keepsTopicsThatAreConfiguredOrPaused() {
    Topic paused = Topic.of("paused");
    configure(settings -> settings);
    Await.value(store.pause(paused, true));
    sweep();
    assertThat(topics()).containsExactly(TOPIC, paused);

    Await.value(store.pause(paused, false));
    sweep();

    assertThat(topics()).containsExactly(TOPIC);
  }

  @Test
  void sweep_writesDownDeathsAndTellsThem() {
    put(message("1").ttl(SECOND));
    put(message("2").maxAttempts(1).lease(SECOND));
    claim(onlyId("2"));
    pass(SECOND);

    SweepReply reply = Await.value(store.sweep(ALL));

    assertThat(reply).isEqualTo(new SweepReply(2, 0, false));
    assertThat(heard.deaths(2)).extracting(death -> death.id()).containsExactly("1", "2");
  }

  @Test
  void sweep_forgetsWhatIsOver() {
    put(message());
    cancel(WhenLeased.REFUSE);
    pass(TopicSettings.DEFAULT_RETENTION);

    assertThat(Await.value(store.sweep(ALL)).forgotten()).isEqualTo(1);
  }

  @Test
  void sweep_withASmallBudget_saysMoreUntilItIsDone() {
    for (int i = 0; i < 20; i++) {
      put(message("m" + i).ttl(SECOND));
    }
    pass(SECOND);

    int died = 0;
    int rounds = 0;
    SweepReply reply;
    do {
      reply = Await.value(store.sweep(3));
      died += reply.died();
      rounds++;
    } while (reply.more() && rounds < 100);

    assertThat(died).isEqualTo(20);
    assertThat(rounds).isBetween(7, 99);
    assertThat(idsIn(State.EXPIRED)).hasSize(20);
  }

  @Test
  void topic_thatWasForgotten_startsAnew() {
    putAll("a");
    claim(leased(SECOND));
    pass(SECOND);
    putAll("1");
    assertThat(ids(claim(1))).containsExactly("a");
    Await.value(store.purge(TOPIC));
    sweep();
    assertThat(topics()).isEmpty();

    putAll("a");
    claim(leased(SECOND));
    pass(SECOND);
    putAll("1");

    assertThat(ids(claim(1))).containsExactly("a");
  }
}
