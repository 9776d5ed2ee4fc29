package io.bide.server.rest;

import io.bide.Topic;
import io.bide.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** The server under test, and short words for what the tests do with it. */
interface RestBench {
  String MESSAGES = "/v1/topics/orders/messages";
  String CLAIMS = "/v1/topics/orders/claims";

  RestServer server();

  RestClient client();

  default long now() {
    return server().clock().instant().toEpochMilli();
  }

  /** Puts one message that must be stored. */
  default RestClient.Answer put(String json) {
    return client().post(MESSAGES, json).is(201);
  }

  default RestClient.Answer claim(String json) {
    return client().post(CLAIMS, json).is(200);
  }

  /** Claims one message that must be there; gives its receipt. */
  default String receipt() {
    return claim("").at("/messages/0/receipt");
  }

  default RestClient.Answer peek(String id) {
    return client().get(MESSAGES + "/" + id).is(200);
  }

  default String withReceipt(String receipt) {
    return "{\"receipt\":\"" + receipt + "\"}";
  }

  /** Kills a message by its only attempt. */
  default void kill(String id) {
    put("{\"id\":\"" + id + "\",\"maxAttempts\":1,\"body\":\"x\"}");
    String receipt = claim("{\"id\":\"" + id + "\"}").at("/messages/0/receipt");
    client().post("/v1/releases", withReceipt(receipt)).is(200).has("/state", "dead");
  }

  /** Sends a claim that waits, and returns when it is parked. */
  default CompletableFuture<RestClient.Answer> park(String json) {
    int before = server().engine().waitingClaims();
    CompletableFuture<RestClient.Answer> answer = client().sending("POST", CLAIMS, json);
    awaitParked(before + 1);
    return answer;
  }

  /** Spins: how long it takes is up to the machine alone, and the test's time-out interrupts it. */
  default void awaitParked(int claims) {
    while (server().engine().waitingClaims() != claims) {
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError(server().engine().waitingClaims() + " claims are parked");
      }
      Thread.onSpinWait();
    }
  }

  /** Moves the clock, and lets it stand wherever a task is due until the queue has dealt with it. */
  default void advance(Duration by) {
    Instant target = server().clock().instant().plus(by);
    letItSettle();
    while (server().clock().next().filter(next -> !next.isAfter(target)).isPresent()) {
      server().clock().advanceTo(server().clock().next().orElse(target));
      letItSettle();
    }
    server().clock().advanceTo(target);
  }

  /** Round trips behind what is under way. */
  default void letItSettle() {
    for (int i = 0; i < 3; i++) {
      Await.value(server().engine().purge(Topic.of("settling")));
    }
  }
}
