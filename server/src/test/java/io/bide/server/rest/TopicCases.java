package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What operators do with topics. */
interface TopicCases extends RestBench {
  String ORDERS = "/v1/topics/orders";

  @Test
  default void topic_thatNobodyUsed_isEmpty() {
    client()
        .get(ORDERS)
        .is(200)
        .has("/name", "orders")
        .has("/paused", false)
        .has("/counts/ready", 0)
        .has("/settings/lease", 30_000)
        .has("/settings/backoff/exponential/max", 600_000)
        .has("/settings/delivery", "at-least-once")
        .hasNo("/settings/ttl")
        .hasNo("/oldest")
        .hasNo("/nextDue");
  }

  @Test
  default void topic_withMessages_countsThem() {
    put("{\"id\":\"ready\"}");
    put("{\"id\":\"soon\",\"delay\":\"30s\"}");
    put("{\"id\":\"later\",\"delay\":\"9d\"}");
    put("{\"id\":\"never\",\"delay\":\"900d\"}");

    client()
        .get(ORDERS)
        .has("/counts/ready", 1)
        .has("/counts/waiting", 3)
        .has("/waiting/0", "{\"upTo\":60000,\"count\":1}")
        .has("/waiting/7", "{\"upTo\":2592000000,\"count\":1}")
        .has("/waiting/8", "{\"count\":1}")
        .has("/oldest", now())
        .has("/nextDue", now() + 30_000);
  }

  @Test
  default void settings_areReplacedAsAWhole() {
    String all =
        "{\"lease\":\"1m\",\"ttl\":\"1h\",\"maxAttempts\":5,\"backoff\":{\"fixed\":\"2s\"},"
            + "\"retention\":0,\"deadRetention\":\"1d\",\"keepBodies\":true,\"deathNotices\":true,"
            + "\"delivery\":\"at-most-once\",\"partitions\":1}";

    RestClient.Answer set = client().send("PUT", ORDERS, all).is(200);
    set.has(
        "/settings",
        "{\"lease\":60000,\"ttl\":3600000,\"maxAttempts\":5,\"backoff\":{\"fixed\":2000},"
            + "\"retention\":0,\"deadRetention\":86400000,\"keepBodies\":true,\"deathNotices\":true,"
            + "\"delivery\":\"at-most-once\",\"partitions\":1}");
    client().send("PUT", ORDERS, set.at("/settings")).is(200).has("/settings", set.at("/settings"));
    client()
        .send("PUT", ORDERS, "{}")
        .is(200)
        .has("/settings/lease", 30_000)
        .hasNo("/settings/ttl");
    client()
        .wrong("PUT", ORDERS, "{\"partitions\":1025}")
        .is(413, "too-large")
        .has("/field", "partitions");
  }

  @Test
  default void pause_stopsClaimsUntilResume() {
    put("{\"id\":\"a\"}");
    client().post(ORDERS + "/pause", "").is(200).has("/paused", true);
    claim("").has("/messages", "[]");
    CompletableFuture<RestClient.Answer> waiting = park("{\"wait\":\"60s\"}");

    client().post(ORDERS + "/resume", "{}").is(200).has("/paused", false);

    assertThat(waiting).succeedsWithin(java.time.Duration.ofSeconds(20));
    waiting.join().has("/messages/0/id", "a");
    client()
        .wrong("POST", ORDERS + "/pause", "{\"for\":1}")
        .is(400, "invalid")
        .has("/field", "for");
  }

  @Test
  default void redrive_bringsDeadLettersBack() {
    kill("a");
    kill("b");
    kill("c");

    client()
        .post(ORDERS + "/redrive", "{\"id\":\"b\"}")
        .is(200)
        .has("/redriven", 1)
        .hasNo("/cursor");
    RestClient.Answer first =
        client().post(ORDERS + "/redrive", "{\"limit\":1,\"start\":\"1s\",\"state\":\"dead\"}");
    first.has("/redriven", 1).has("/conflicts", "[]");
    client()
        .post(ORDERS + "/redrive", "{\"perSecond\":10,\"cursor\":\"" + first.at("/cursor") + "\"}")
        .has("/redriven", 1);
    peek("b").has("/state", "ready").has("/attempts", 0);
    peek("a").has("/state", "waiting").has("/due", now() + 1_000);
    client().post(ORDERS + "/redrive", "").is(200).has("/redriven", 0);
    client()
        .post(ORDERS + "/redrive", "{\"spacing\":1,\"perSecond\":1}")
        .is(400, "invalid")
        .has("/field", "perSecond");
    client()
        .wrong("POST", ORDERS + "/redrive", "{\"state\":\"done\"}")
        .is(400, "invalid")
        .has("/field", "state");
  }

  @Test
  default void redrive_ofAnIdThatIsAliveAgain_isAConflict() {
    kill("a");
    put("{\"id\":\"a\",\"delay\":\"1h\"}");

    client().post(ORDERS + "/redrive", "{}").has("/redriven", 0).has("/conflicts/0", "a");
  }

  @Test
  default void purge_needsTheNameOnceMore() {
    put("{\"id\":\"a\"}");
    kill("b");

    client().wrong("DELETE", ORDERS, "").is(400, "invalid").has("/field", "confirm");
    client()
        .wrong("DELETE", ORDERS + "?confirm=order", "")
        .is(400, "invalid")
        .has("/field", "confirm");
    client().delete(ORDERS + "?confirm=orders&state=dead").is(200).has("/purged", 1);
    client()
        .wrong("DELETE", ORDERS + "?confirm=orders&state=ready", "")
        .is(400, "invalid")
        .has("/field", "state");
    client().delete(ORDERS + "?confirm=orders").is(200).has("/purged", 1);
    client().get(ORDERS).has("/counts/ready", 0);
  }

  @Test
  default void topics_areListedByNamespacePageByPage() {
    for (String name : List.of("a", "b", "c")) {
      client().post("/v1/topics/" + name + "/messages", "{}").is(201);
      client().post("/v1/namespaces/a/topics/" + name + "1/messages", "{}").is(201);
      client().post("/v1/namespaces/z/topics/" + name + "2/messages", "{}").is(201);
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      RestClient.Answer page = client().get("/v1/topics?limit=2" + cursor).is(200);
      page.json().get("topics").forEach(topic -> seen.add(topic.get("name").asString()));
      page.hasNo("/topics/0/namespace").hasNo("/topics/0/counts");
      cursor = page.at("/cursor").isEmpty()
          ? ""
          : "&cursor=" + URLEncoder.encode(page.at("/cursor"), StandardCharsets.UTF_8);
    } while (!cursor.isEmpty());

    assertThat(seen).containsExactly("a", "b", "c");
    client()
        .get("/v1/namespaces/z/topics?counts=true")
        .has("/topics/0/name", "a2")
        .has("/topics/0/namespace", "z")
        .has("/topics/0/paused", false)
        .has("/topics/0/counts/ready", 1)
        .hasNo("/topics/3");
    client()
        .get("/v1/topics?all=true")
        .has("/topics/0/name", "a1")
        .has("/topics/0/namespace", "a")
        .has("/topics/3/name", "a")
        .hasNo("/topics/3/namespace")
        .has("/topics/8/namespace", "z")
        .hasNo("/topics/9");
    client().wrong("GET", "/v1/topics?limit=1001", "").is(400, "invalid").has("/field", "limit");
    client().wrong("GET", "/v1/topics?limit=0", "").is(400, "invalid").has("/field", "limit");
  }

  @Test
  default void operating_worksInANamespace() {
    String topic = "/v1/namespaces/eu/topics/orders";
    client().send("PUT", topic, "{\"lease\":1000}").is(200).has("/namespace", "eu");
    client().post(topic + "/pause", "").is(200).has("/paused", true);
    client().post(topic + "/resume", "").is(200).has("/settings/lease", 1_000);
    client().post(topic + "/redrive", "").is(200);
    client().get(topic).is(200).has("/namespace", "eu");
    client().delete(topic + "?confirm=orders").is(200).has("/purged", 0);
    client().get(ORDERS).has("/settings/lease", 30_000);
  }

  @Test
  default void info_tellsWhatTheServerIs() {
    client()
        .get("/v1/info")
        .is(200)
        .has("/version", "1.2.3")
        .has("/now", now())
        .has("/limits/maxBatch", 1_000)
        .has("/dialects/0", "rest");
  }

  @Test
  default void openApi_isServedAsItIs() {
    assertThat(client().get("/openapi.json").is(200).text()).isEqualTo(OpenApi.text());
  }
}
