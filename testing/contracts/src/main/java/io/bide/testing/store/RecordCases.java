package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Page;
import io.bide.Records;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Small values by key. */
abstract class RecordCases extends Cases {
  private static final long ABSENT = Records.Entry.ABSENT;

  RecordCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  private boolean set(String key, long expected, @Nullable String value) {
    return Await.value(store.records().compareAndSet(key, expected, value));
  }

  private Records.Entry get(String key) {
    return Await.value(store.records().get(key)).orElseThrow();
  }

  private List<String> list(String prefix, int limit) {
    List<String> keys = new ArrayList<>();
    @Nullable String cursor = null;
    do {
      Page<Records.Entry> page = Await.value(store.records().list(prefix, cursor, limit));
      page.items().forEach(entry -> keys.add(entry.key()));
      cursor = page.cursor();
    } while (cursor != null);
    return keys;
  }

  @Test
  void get_ofUnknownKey_isEmpty() {
    assertThat(Await.value(store.records().get("k"))).isEmpty();
  }

  @Test
  void set_ofAbsentKey_writesIt() {
    assertThat(set("k", ABSENT, "v")).isTrue();

    assertThat(get("k").key()).isEqualTo("k");
    assertThat(get("k").value()).isEqualTo("v");
    assertThat(get("k").version()).isGreaterThan(ABSENT);
  }

  @Test
  void set_atAnotherVersion_changesNothing() {
    assertThat(set("k", 7, "v")).isFalse();
    set("k", ABSENT, "v");
    long version = get("k").version();

    assertThat(set("k", ABSENT, "w")).isFalse();
    assertThat(set("k", version + 1, "w")).isFalse();
    assertThat(set("k", version + 1, null)).isFalse();
    assertThat(get("k").value()).isEqualTo("v");
    assertThat(set("k", version, "w")).isTrue();
    assertThat(get("k").value()).isEqualTo("w");
  }

  @Test
  void version_onlyRises_alsoAcrossDeletion() {
    set("k", ABSENT, "1");
    long first = get("k").version();
    set("k", first, "2");
    long second = get("k").version();
    assertThat(set("k", second, null)).isTrue();
    assertThat(Await.value(store.records().get("k"))).isEmpty();
    restart();
    set("k", ABSENT, "3");

    assertThat(second).isGreaterThan(first);
    assertThat(get("k").version()).isGreaterThan(second);
  }

  @Test
  void list_showsKeysOfThePrefixInTheOrderOfTheirBytes() {
    for (String key : List.of("k/b", "k/", "l", "k/a", "k", "k/é", "k/😀", "k/～")) {
      set(key, ABSENT, "v");
    }

    for (int limit = 1; limit <= 8; limit++) {
      assertThat(list("k/", limit)).containsExactly("k/", "k/a", "k/b", "k/é", "k/～", "k/😀");
    }
    assertThat(list("", 3)).hasSize(8);
    assertThat(list("x", 3)).isEmpty();
  }

  @Test
  void records_outliveARestart() {
    set("k", ABSENT, "v");
    Records.Entry before = get("k");
    restart();

    assertThat(get("k")).isEqualTo(before);
  }

  @Test
  void change_isToldToTheListener() {
    set("k", ABSENT, "v");

    assertThat(heard.change("k")).isTrue();
  }

  @Test
  void change_isToldToThoseWhoWatchThePrefix() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    List<String> others = new ArrayList<>();
    try (AutoCloseable watch = store.records().watch("k/", key -> told.countDown());
        AutoCloseable other = store.records().watch("x/", others::add)) {
      assertThat(watch).isNotSameAs(other);
      set("k/1", ABSENT, "v");

      assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(others).isEmpty();
  }

  @Test
  void purge_leavesRecordsAlone() {
    put(message());
    set(TOPIC.name(), ABSENT, "v");
    Await.value(store.purge(TOPIC));

    assertThat(get(TOPIC.name()).value()).isEqualTo("v");
  }
}
