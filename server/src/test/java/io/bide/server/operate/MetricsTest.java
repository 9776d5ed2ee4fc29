package io.bide.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.Topic;
import io.bide.testing.Await;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class MetricsTest {
  private static final Topic ORDERS = Topic.of("orders");

  private Bench bench = new Bench(10);

  @AfterEach
  void stop() {
    bench.close();
  }

  private void limitTopicsTo(int maxTopics) {
    bench.close();
    bench = new Bench(maxTopics);
  }

  private static String[] labels(Topic topic, String... more) {
    String[] all = new String[4 + more.length];
    all[0] = "namespace";
    all[1] = topic.namespace();
    all[2] = "topic";
    all[3] = topic.name();
    System.arraycopy(more, 0, all, 4, more.length);
    return all;
  }

  @Test
  void scrape_afterALife_countsEveryVerb() {
    bench.liveALife(ORDERS);
    PrometheusText text = bench.scrape();

    assertThat(text.value("bide_puts_total", labels(ORDERS, "how", "new"))).isEqualTo(8);
    assertThat(text.value("bide_puts_total", labels(ORDERS, "how", "replaced"))).isEqualTo(1);
    assertThat(text.value("bide_puts_total", labels(ORDERS, "how", "merged"))).isEqualTo(1);
    assertThat(text.value("bide_duplicates_total", labels(ORDERS))).isEqualTo(1);
    assertThat(text.value("bide_claims_total", labels(ORDERS))).isEqualTo(5);
    assertThat(text.value("bide_acks_total", labels(ORDERS))).isEqualTo(1);
    assertThat(text.value("bide_releases_total", labels(ORDERS))).isEqualTo(3);
    assertThat(text.value("bide_extensions_total", labels(ORDERS))).isEqualTo(1);
    assertThat(text.value("bide_unclaims_total", labels(ORDERS))).isEqualTo(1);
    assertThat(text.value("bide_dead_total", labels(ORDERS, "cause", "attempts")))
        .isEqualTo(1);
    assertThat(text.value("bide_dead_total", labels(ORDERS, "cause", "ttl"))).isEqualTo(1);
    assertThat(text.value("bide_expired_total", labels(ORDERS))).isEqualTo(1);
    assertThat(text.value("bide_cancelled_total", labels(ORDERS))).isEqualTo(1);
    assertThat(text.value("bide_rescheduled_total", labels(ORDERS))).isEqualTo(1);
    assertThat(text.value("bide_redriven_total", labels(ORDERS))).isEqualTo(1);
    assertThat(text.value("bide_purged_total", labels(ORDERS))).isEqualTo(1);
  }

  @Test
  void scrape_afterALife_showsWhatTheTopicHolds() {
    bench.liveALife(ORDERS);
    PrometheusText text = bench.scrape();

    assertThat(text.value("bide_messages", labels(ORDERS, "state", "waiting"))).isEqualTo(3);
    assertThat(text.value("bide_messages", labels(ORDERS, "state", "ready"))).isEqualTo(1);
    assertThat(text.value("bide_messages", labels(ORDERS, "state", "leased"))).isZero();
    assertThat(text.value("bide_messages", labels(ORDERS, "state", "done"))).isEqualTo(1);
    assertThat(text.value("bide_messages", labels(ORDERS, "state", "dead"))).isEqualTo(1);
    assertThat(text.value("bide_messages", labels(ORDERS, "state", "expired"))).isZero();
    assertThat(text.value("bide_messages", labels(ORDERS, "state", "cancelled")))
        .isEqualTo(2);
    assertThat(text.value("bide_waiting_messages", "horizon", "10m")).isEqualTo(2);
    assertThat(text.value("bide_waiting_messages", "horizon", "1h")).isEqualTo(1);
    assertThat(text.value("bide_topics")).isEqualTo(1);
  }

  @Test
  void scrape_afterALife_hasEveryFamilyWithItsTypeAndHelp() {
    bench.liveALife(ORDERS);
    bench.metrics.requests().answered("rest", "GET /v1/info", 200, 1_000);
    PrometheusText text = bench.scrape();

    for (Family family : Family.values()) {
      String type = family.type() == Family.Type.INFO
          ? "gauge"
          : family.type().name().toLowerCase(Locale.ROOT);
      assertThat(text.types()).containsEntry(family.exposed(), type);
      assertThat(text.helps()).containsEntry(family.exposed(), family.help());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.001",
    "1, 0.001",
    "2, 0.002",
    "3, 0.005",
    "90, 0.1",
    "700, 1.0",
    "3600000, 3600.0"
  })
  void claim_soLateAfterDue_fallsIntoTheBucketThatEndsThere(long lateMillis, String bucket) {
    bench.put(Put.to(ORDERS).id("a").delay(Duration.ofSeconds(5)));
    bench.clock.advance(Duration.ofSeconds(5).plusMillis(lateMillis));
    bench.claimOne(ORDERS);
    PrometheusText text = bench.scrape();

    assertThat(text.value("bide_lateness_seconds_bucket", labels(ORDERS, "le", bucket)))
        .isEqualTo(1);
    assertThat(text.value("bide_lateness_seconds_sum", labels(ORDERS))).isEqualTo(lateMillis / 1e3);
    String before = bucket.equals("0.001") ? null : "0.001";
    if (before != null) {
      assertThat(text.value("bide_lateness_seconds_bucket", labels(ORDERS, "le", before)))
          .isZero();
    }
  }

  @Test
  void claim_ofASecondAttempt_isNotCountedAsLate() {
    bench.put(ORDERS, "a");
    Await.value(bench.engine.release(bench.claimOne(ORDERS), Due.now()));
    bench.clock.advance(Duration.ofMinutes(1));
    bench.claimOne(ORDERS);

    PrometheusText text = bench.scrape();
    assertThat(text.value("bide_lateness_seconds_count", labels(ORDERS))).isEqualTo(1);
    assertThat(text.value("bide_lateness_seconds_sum", labels(ORDERS))).isZero();
  }

  @Test
  void scrape_whileAReadyMessageIsLeftAlone_tellsItsAge() {
    bench.put(ORDERS, "a");
    bench.clock.advance(Duration.ofSeconds(90));

    assertThat(bench.scrape().value("bide_oldest_ready_age_seconds", labels(ORDERS)))
        .isEqualTo(90);
  }

  @Test
  void scrape_whileATopicIsPaused_saysSo() {
    Await.value(bench.engine.pause(ORDERS));
    assertThat(bench.scrape().value("bide_paused_topics", labels(ORDERS))).isEqualTo(1);

    Await.value(bench.engine.resume(ORDERS));
    assertThat(bench.scrape().value("bide_paused_topics", labels(ORDERS))).isZero();
  }

  @Test
  void scrape_whileAClaimWaits_countsIt() {
    CompletableFuture<?> waiting =
        bench.engine.claim(Claim.from(ORDERS).waiting(Duration.ofMinutes(1)));
    assertThat(bench.scrape().value("bide_parked_claims")).isEqualTo(1);

    waiting.cancel(false);
    assertThat(bench.scrape().value("bide_parked_claims")).isZero();
  }

  @Test
  void scrape_tellsConnectionsBuildAndTheMachine() {
    bench.metrics.connections(() -> 42);
    PrometheusText text = bench.scrape();

    assertThat(text.value("bide_connections")).isEqualTo(42);
    assertThat(text.value(
            "bide_build_info", "version", "1.2.3", "store", "memory", "durability", "none"))
        .isEqualTo(1);
    assertThat(text.names())
        .contains(
            "jvm_memory_used_bytes",
            "jvm_gc_memory_allocated_bytes_total",
            "jvm_threads_live_threads",
            "process_cpu_usage",
            "process_uptime_seconds",
            "process_files_open_files",
            "disk_free_bytes");
  }

  @Test
  void answered_countsByRouteAndStatusWithItsDuration() {
    bench.metrics.requests().answered("rest", "POST /v1/acks", 200, 3_000_000);
    bench.metrics.requests().answered("rest", "POST /v1/acks", 200, 600_000);
    bench.metrics.requests().answered("rest", "POST /v1/acks", 409, 100);
    bench.metrics.requests().answered("other", "POST /v1/acks", 200, 100);
    PrometheusText text = bench.scrape();

    String[] acks = {"dialect", "rest", "route", "POST /v1/acks"};
    assertThat(text.value(
            "bide_http_requests_total",
            "dialect",
            "rest",
            "route",
            "POST /v1/acks",
            "status",
            "200"))
        .isEqualTo(2);
    assertThat(text.seriesOf("bide_http_requests_total")).isEqualTo(3);
    assertThat(text.value("bide_http_request_duration_seconds_count", acks)).isEqualTo(3);
    assertThat(text.value(
            "bide_http_request_duration_seconds_bucket",
            "dialect",
            "rest",
            "route",
            "POST /v1/acks",
            "le",
            "0.001"))
        .isEqualTo(2);
  }

  @Test
  void scrape_withMoreTopicsThanAllowed_sumsTheLaterOnes() {
    limitTopicsTo(2);
    for (int i = 0; i < 5; i++) {
      bench.put(Topic.of("t" + i), "a");
      bench.put(Topic.of("t" + i), "b");
      bench.clock.advance(Duration.ofSeconds(1));
    }
    bench.claimOne(Topic.of("t4"));
    bench.clock.advance(Duration.ofSeconds(7));
    PrometheusText text = bench.scrape();

    String[] others = {"namespace", "", "topic", "_other"};
    assertThat(text.value("bide_puts_total", labels(Topic.of("t0"), "how", "new")))
        .isEqualTo(2);
    assertThat(text.value("bide_puts_total", with(others, "how", "new"))).isEqualTo(6);
    assertThat(text.value("bide_claims_total", others)).isEqualTo(1);
    assertThat(text.value("bide_lateness_seconds_count", others)).isEqualTo(1);
    assertThat(text.value("bide_messages", labels(Topic.of("t1"), "state", "ready")))
        .isEqualTo(2);
    assertThat(text.value("bide_messages", with(others, "state", "ready"))).isEqualTo(5);
    assertThat(text.value("bide_messages", with(others, "state", "leased"))).isEqualTo(1);
    // The oldest of them is in t2, which came after two seconds.
    assertThat(text.value("bide_oldest_ready_age_seconds", others)).isEqualTo(10);
    assertThat(text.value("bide_topics")).isEqualTo(5);
    assertThat(text.seriesOf("bide_claims_total")).isEqualTo(3);
  }

  private static String[] with(String[] labels, String name, String value) {
    return new String[] {labels[0], labels[1], labels[2], labels[3], name, value};
  }

  @Test
  void scrape_ofTopicsThatWereThereBefore_namesThemWithoutAnyEvent() {
    bench.put(ORDERS, "a");
    try (Metrics later = new Metrics(
        new MetricsConfig(5, null, Map.of()),
        bench.engine,
        bench.health,
        bench.clock,
        bench.clock)) {
      String text = Await.value(later.scrape(Metrics.TEXT)).toString();
      assertThat(
              PrometheusText.parse(text).value("bide_messages", labels(ORDERS, "state", "ready")))
          .isEqualTo(1);
    }
  }

  @Test
  void scrape_ofManyTopics_asksForABoundedNumberAndReachesAllInTurn() {
    int topics = 2_000;
    for (int i = 0; i < topics; i++) {
      bench.put(Topic.of("t" + i), "a");
    }
    String[] others = {"namespace", "", "topic", "_other"};
    int rounds = 0;
    double seen;
    do {
      bench.statsCalls.set(0);
      seen = bench.scrape().value("bide_messages", with(others, "state", "ready"));
      assertThat(bench.statsCalls.get()).isLessThanOrEqualTo(10 + 100);
      rounds++;
    } while (seen < topics - 10);
    assertThat(seen).isEqualTo(topics - 10);
    assertThat(rounds).isEqualTo(20);
    assertThat(bench.scrape().value("bide_messages", with(others, "state", "ready")))
        .isEqualTo(topics - 10);
    assertThat(bench.scrape().value("bide_topics")).isEqualTo(topics);
  }

  @Test
  void scrape_afterManyTopicsWereAdded_tellsOfTheirNumberAsItReachesThem() {
    bench.put(Topic.of("first"), "a");
    assertThat(bench.scrape().value("bide_topics")).isEqualTo(1);
    for (int i = 0; i < 300; i++) {
      bench.put(Topic.of("t" + i), "a");
    }

    assertThat(bench.scrape().value("bide_topics")).isEqualTo(100);
    assertThat(bench.scrape().value("bide_topics")).isEqualTo(200);
  }

  @Test
  void scrape_whenNoTopicHasItsOwn_sumsAll() {
    limitTopicsTo(0);
    bench.liveALife(ORDERS);
    PrometheusText text = bench.scrape();

    assertThat(text.value("bide_claims_total", "namespace", "", "topic", "_other"))
        .isEqualTo(5);
    assertThat(text.value("bide_messages", "namespace", "", "topic", "_other", "state", "dead"))
        .isEqualTo(1);
    assertThat(text.seriesOf("bide_claims_total")).isEqualTo(1);
  }

  @Test
  void scrape_ofATopicCalledLikeTheSum_keepsThemApart() {
    limitTopicsTo(1);
    Topic other = Topic.of("_other");
    bench.put(other, "a");
    bench.put(ORDERS, "b");
    bench.put(ORDERS, "c");
    PrometheusText text = bench.scrape();

    assertThat(text.value("bide_puts_total", labels(other, "how", "new"))).isEqualTo(1);
    assertThat(text.value("bide_puts_total", "namespace", "", "topic", "_other", "how", "new"))
        .isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "say \"hi\"",
        "back\\slash",
        "\\",
        "end\\\\n",
        "Bestellungen/äöü",
        "注文",
        "😀",
        "a,b={}",
        " "
      })
  void scrape_ofATopicWithAnOddName_escapesIt(String name) {
    Topic odd = Topic.of(name, name);
    bench.put(odd, "a");

    assertThat(bench.scrape().value("bide_puts_total", labels(odd, "how", "new")))
        .isEqualTo(1);
  }

  @Test
  void scrape_whenTheStoreFails_tellsEverythingElse() {
    bench.put(ORDERS, "a");
    bench.storeFails(new BideException(ErrorCode.CORRUPT, "a broken table"));
    PrometheusText text = bench.scrape();

    assertThat(text.value("bide_store_up")).isZero();
    assertThat(text.value("bide_puts_total", labels(ORDERS, "how", "new"))).isEqualTo(1);
    assertThat(text.has("bide_messages", labels(ORDERS, "state", "ready"))).isFalse();

    bench.storeWorks();
    assertThat(bench.scrape().value("bide_store_up")).isEqualTo(1);
  }

  @Test
  void scrape_whenTheStoreHangs_isAnsweredWithoutItAfterTheDeadline() {
    bench.put(ORDERS, "a");
    bench.storeHangs();
    CompletableFuture<Buffer> scrape = bench.metrics.scrape(Metrics.TEXT);
    assertThat(scrape).isNotDone();

    bench.clock.advance(Duration.ofSeconds(2));
    String text = Await.value(scrape).toString();
    assertThat(PrometheusText.parse(text).value("bide_store_up")).isZero();
  }

  @Test
  void scrape_asOpenMetrics_endsAsThatFormatDemands() {
    bench.liveALife(ORDERS);

    assertThat(Await.value(bench.metrics.scrape(Metrics.OPEN_METRICS)).toString())
        .contains("# TYPE bide_puts counter\n")
        .endsWith("# EOF\n");
  }

  @Test
  void close_endsTheSubscription() {
    bench.metrics.close();
    bench.put(ORDERS, "a");
    // A second closing, by the end of the test, does no harm either.
    assertThat(bench.metrics.scrape(Metrics.TEXT)).isCompletedExceptionally();
  }
}
