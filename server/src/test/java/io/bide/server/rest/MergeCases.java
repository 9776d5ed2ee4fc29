package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A worker on merged messages: what the exfe queue calls Push, Get, Complete, Release and Wait. */
interface MergeCases extends RestBench {
  private RestClient.Answer merge(String body, String more) {
    return put("{\"id\":\"key\",\"mode\":\"merge\",\"body\":" + body + more + "}");
  }

  @Test
  default void items_comeInTheOrderOfTheirPuts_asOneMessage() {
    merge("1", "");
    merge("\"two\"", "");
    merge("{\"three\":3}", "");

    claim("{\"max\":10}")
        .has("/messages/0/id", "key")
        .has("/messages/0/items/0/body", 1)
        .has("/messages/0/items/1/body", "two")
        .has("/messages/0/items/2/body/three", 3)
        .hasNo("/messages/0/itemsLeft")
        .hasNo("/messages/1");
  }

  @Test
  default void dueKeep_isThatOfTheFirst_dueMoveThatOfTheLast() {
    merge("1", ",\"delay\":\"10s\"").has("/due", now() + 10_000);
    merge("2", ",\"delay\":\"50s\",\"merge\":{\"due\":\"keep\"}").has("/due", now() + 10_000);
    merge("3", ",\"delay\":\"50s\",\"merge\":{\"due\":\"move\"}").has("/due", now() + 50_000);
    merge("4", ",\"delay\":\"5m\",\"merge\":{\"due\":\"move\",\"longestWait\":\"1m\"}")
        .has("/due", now() + 60_000);
  }

  @Test
  default void claim_ofTheKey_getsSoManyItems_andAckRemovesExactlyThose() {
    merge("1", "");
    merge("2", "");
    merge("3", "");

    RestClient.Answer claimed = claim("{\"id\":\"key\",\"maxItems\":2}")
        .has("/messages/0/items/1/body", 2)
        .has("/messages/0/itemsLeft", 1)
        .hasNo("/messages/0/items/2");
    client().post("/v1/acks", withReceipt(claimed.at("/messages/0/receipt"))).is(200);

    claim("{\"id\":\"key\"}").has("/messages/0/items/0/body", 3).has("/messages/0/attempt", 1);
  }

  @Test
  default void itemsPerClaim_boundsEveryClaim() {
    merge("1", ",\"merge\":{\"itemsPerClaim\":1}");
    merge("2", "");

    claim("{\"max\":5}").has("/messages/0/itemsLeft", 1).hasNo("/messages/0/items/1");
  }

  @Test
  default void lateItems_stayForTheNextTime() {
    merge("1", "");
    String receipt = receipt();
    merge("2", ",\"delay\":\"10s\"").has("/due", now() + 10_000);
    client().post("/v1/acks", withReceipt(receipt)).is(200);

    claim("").hasNo("/messages/0");
    advance(Duration.ofSeconds(10));
    claim("").has("/messages/0/items/0/body", 2).hasNo("/messages/0/items/1");
  }

  @Test
  default void release_joinsWhatCameMeanwhile_andTheNextPutMayMoveIt() {
    merge("1", "");
    String receipt = receipt();
    merge("2", "");
    client()
        .post("/v1/releases", "{\"receipt\":\"" + receipt + "\",\"delay\":\"1h\"}")
        .is(200)
        .has("/next", now() + 3_600_000);
    merge("3", ",\"delay\":\"5s\"").has("/due", now() + 5_000);

    advance(Duration.ofSeconds(5));
    claim("").has("/messages/0/items/2/body", 3).has("/messages/0/attempt", 2);
  }

  @Test
  default void attributes_areAddedOrReplaced_andGoneWithTheMessage() {
    merge("1", ",\"attributes\":{\"a\":\"1\",\"b\":\"1\"}");
    merge("2", ",\"attributes\":{\"b\":\"2\",\"c\":\"2\"}");

    RestClient.Answer claimed = claim("")
        .has("/messages/0/attributes/a", "1")
        .has("/messages/0/attributes/b", "2")
        .has("/messages/0/attributes/c", "2");
    client().post("/v1/acks", withReceipt(claimed.at("/messages/0/receipt"))).is(200);
    merge("3", "");
    claim("").hasNo("/messages/0/attributes");
  }

  @Test
  default void cancelWhileLeased_removesWhatWasNotHandedOut() {
    merge("1", "");
    receipt();
    merge("2", "");

    client().send("DELETE", MESSAGES + "/key", "").is(409).has("/itemsRemoved", 1);
  }

  @Test
  default void tenThousandItems_areHandedOutInBoundedBatches() {
    for (int batch = 0; batch < 10; batch++) {
      int from = batch * 1_000;
      client()
          .post(
              MESSAGES,
              IntStream.range(from, from + 1_000)
                  .mapToObj(i -> "{\"id\":\"key\",\"mode\":\"merge\",\"body\":" + i + "}")
                  .collect(Collectors.joining(",", "[", "]")))
          .is(200);
    }
    for (int batch = 0; batch < 10; batch++) {
      RestClient.Answer claimed = claim("{\"max\":10}")
          .has("/messages/0/items/0/body", batch * 1_000)
          .has("/messages/0/items/999/body", batch * 1_000 + 999)
          .hasNo("/messages/0/items/1000");
      client().post("/v1/acks", withReceipt(claimed.at("/messages/0/receipt"))).is(200);
    }
    assertThat(peek("key").text()).contains("\"done\"");
  }
}
