package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Subscriptions, and messages that bring their own endpoint. */
interface PushCases extends RestBench {
  String SUBSCRIPTION = "/v1/topics/orders/subscription";
  String HOOK = "\"url\":\"https://example.com/hook\"";

  private RestClient.Answer subscribe(String json) {
    return client().send("PUT", SUBSCRIPTION, json);
  }

  @Test
  default void subscription_isShownWithoutItsSecrets() {
    String secret = "whsec_" + "A".repeat(32);
    subscribe("{" + HOOK + ",\"method\":\"PUT\",\"headers\":{\"Authorization\":\"Bearer xyz\"},"
            + "\"concurrency\":3,\"perSecond\":50,\"timeout\":\"2s\",\"format\":\"cloud-events\","
            + "\"secrets\":[\"" + secret + "\"]}")
        .is(200);

    RestClient.Answer shown = client()
        .get(SUBSCRIPTION)
        .is(200)
        .has("/topic", "orders")
        .has("/url", "https://example.com/hook")
        .has("/method", "PUT")
        .has("/headers/0", "Authorization")
        .has("/concurrency", 3)
        .has("/perSecond", 50)
        .has("/timeout", 2_000)
        .has("/format", "cloud-events")
        .has("/secrets", 1)
        .has("/enabled", true);
    assertThat(shown.text()).doesNotContain("AAAA").doesNotContain("xyz");
  }

  @Test
  default void secondSubscription_takesThePlaceOfTheFirst_andKeepsItsSecrets() {
    subscribe("{" + HOOK + ",\"perSecond\":5,\"secrets\":[\"whsec_" + "A".repeat(32) + "\"]}")
        .is(200);
    subscribe("{\"url\":\"https://example.com/other\"}")
        .is(200)
        .has("/url", "https://example.com/other")
        .hasNo("/perSecond")
        .has("/secrets", 1);
    subscribe("{" + HOOK + ",\"secrets\":[]}").is(200).has("/secrets", 0);
  }

  @Test
  default void rotate_showsTheNewSecretOnce_andKeepsTheOneOfBefore() {
    subscribe("{" + HOOK + "}").is(200);
    assertThat(client().post(SUBSCRIPTION + "/rotate", "").is(200).at("/secret"))
        .startsWith("whsec_");
    client().post(SUBSCRIPTION + "/rotate", "").is(200).has("/secrets", 2);
    client().post(SUBSCRIPTION + "/rotate", "").is(200).has("/secrets", 2);
  }

  @Test
  default void disabled_sendsNothing_enabledAgainItDoes() {
    subscribe("{" + HOOK + "}").is(200);
    client().post(SUBSCRIPTION + "/disable", "").is(200).has("/enabled", false);
    put("{\"id\":\"a\"}");
    peek("a").has("/state", "ready");

    client().post(SUBSCRIPTION + "/enable", "").is(200).has("/enabled", true);
    awaitState("a", "done");
  }

  private void awaitState(String id, String state) {
    while (!peek(id).text().contains("\"" + state + "\"")) {
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  default void message_isDoneByItsDelivery() {
    subscribe("{" + HOOK + "}").is(200);
    put("{\"id\":\"a\",\"delay\":\"1m\"}");
    advance(Duration.ofMinutes(1));
    awaitState("a", "done");
  }

  @Test
  default void test_saysWhatTheReceiverAnswered() {
    subscribe("{\"url\":\"https://fail.example.com/\"}").is(200);
    client()
        .post(SUBSCRIPTION + "/test", "")
        .is(200)
        .has("/outcome", "rejected")
        .has("/status", 500);
  }

  @Test
  default void noSubscription_isUnknown() {
    client().get(SUBSCRIPTION).is(404).has("/code", "unknown-subscription");
    client().send("DELETE", SUBSCRIPTION, "").is(404).has("/code", "unknown-subscription");
    for (String verb : new String[] {"test", "enable", "disable", "rotate"}) {
      client().post(SUBSCRIPTION + "/" + verb, "").is(404).has("/code", "unknown-subscription");
    }
  }

  @Test
  default void list_isOfTheNamespace_inPages() {
    for (String topic : new String[] {"c", "a", "b"}) {
      client()
          .send("PUT", "/v1/topics/" + topic + "/subscription", "{" + HOOK + "}")
          .is(200);
    }
    client()
        .send("PUT", "/v1/namespaces/other/topics/x/subscription", "{" + HOOK + "}")
        .is(200)
        .has("/namespace", "other");

    RestClient.Answer first = client()
        .get("/v1/subscriptions?limit=2")
        .is(200)
        .has("/subscriptions/0/topic", "a")
        .has("/subscriptions/1/topic", "b");
    client()
        .get("/v1/subscriptions?limit=2&cursor=" + first.at("/cursor").replace("/", "%2F"))
        .is(200)
        .has("/subscriptions/0/topic", "c")
        .hasNo("/subscriptions/1");
    client()
        .get("/v1/namespaces/other/subscriptions")
        .is(200)
        .has("/subscriptions/0/topic", "x")
        .hasNo("/subscriptions/1");
  }

  @Test
  default void push_withAToken_isStoredOnce() {
    String body = "{" + HOOK + ",\"body\":\"x\",\"delay\":\"1h\",\"token\":\"t1\"}";
    String id = client().post("/v1/push", body).is(201).at("/id");
    client().post("/v1/push", body).is(201).has("/id", id);
  }

  @Test
  default void push_mergesLikeAnyPut() {
    String item = "{" + HOOK + ",\"id\":\"k\",\"mode\":\"merge\",\"delay\":\"1h\",\"body\":1}";
    client().post("/v1/push", item).is(201).has("/status", "stored");
    client().post("/v1/push", item).is(201).has("/status", "merged").has("/items", 2);
  }

  @Test
  default void push_toAnAddressThatIsNotAllowed_isRefused() {
    client()
        .post("/v1/push", "{\"url\":\"http://192.168.1.1/\"}")
        .is(400)
        .has("/code", "invalid")
        .has("/field", "url");
    client().get("/v1/topics").is(200).hasNo("/topics/0");
  }
}
