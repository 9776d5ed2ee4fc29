package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.State;
import io.bide.Topic;
import io.bide.testing.Await;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClaimIT {
  private static final Topic ORDERS = Topic.of("orders");

  private final TestServer server = TestServer.open();
  private final Shell shell = Shell.on(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void claim_ofADueMessage_showsItWithReceiptAndBody() {
    shell.run(
        "put", "orders", "close", "--id", "order-1", "--ttl", "1h", "-a", "type=x", "-a", "k=v");
    server.clock().advance(Duration.ofSeconds(90));

    Shell.Run run = shell.run("claim", "orders");

    String receipt = run.out()
        .lines()
        .filter(line -> line.startsWith("receipt"))
        .map(line -> line.substring(12))
        .findFirst()
        .orElseThrow();
    assertThat(run).isEqualTo(new Shell.Run(0, """
            id          order-1
            topic       orders
            receipt     %s
            attempts    1 of 16
            created     2030-01-01T00:00:00.000Z (1m30s ago)
            due         2030-01-01T00:00:00.000Z (1m30s ago)
            lease end   2030-01-01T00:02:00.000Z (in 30s)
            expiry      2030-01-01T01:00:00.000Z (in 58m30s)
            ttl         1h
            attributes  k=v, type=x
            body        text/plain; charset=utf-8:
            close

            """.formatted(receipt), ""));
    assertThat(shell.run("ack", receipt))
        .isEqualTo(new Shell.Run(0, "acked order-1 of orders\n", ""));
    assertThat(shell.run("ack", receipt))
        .isEqualTo(new Shell.Run(0, "order-1 of orders was acked before\n", ""));
  }

  @Test
  void claim_asJson_printsTheAnswerAsItIs() {
    put("a");

    Shell.Run run = shell.run("claim", "orders", "--json");

    JsonObject answer = new JsonObject(run.out());
    assertThat(run.out()).isEqualTo(answer.encode() + "\n").startsWith("{\"now\":1893456000000,");
    assertThat(Answer.objects(answer.getJsonArray("messages")))
        .extracting(message -> message.getString("id"))
        .containsExactly("a");
  }

  @Test
  void claim_ofNothing_saysSoBesideTheOutput() {
    assertThat(shell.run("claim", "orders", "mails"))
        .isEqualTo(new Shell.Run(0, "", "nothing is due in orders, mails\n"));
    assertThat(shell.run("claim", "orders", "--json"))
        .isEqualTo(new Shell.Run(0, "{\"now\":1893456000000,\"messages\":[]}\n", ""));
  }

  @Test
  void claim_ofSeveralTopics_takesThemInTheirOrder() {
    put("a");
    shell.run("put", "mails", "x", "--id", "b");

    Shell.Run run = shell.run("claim", "mails", "orders", "--max", "2");

    assertThat(run.out().indexOf("id          b")).isLessThan(run.out().indexOf("id          a"));
  }

  @Test
  void claim_withOptions_sendsThem() {
    put("a");
    put("b");

    Shell.Run run = shell.run(
        "claim", "orders", "--id", "b", "--lease", "5m", "--wait", "1ms", "--max-items", "3");

    assertThat(run.out()).contains("id          b\n").contains("00:05:00.000Z (in 5m)");
    assertThat(shell.run("claim", "orders", "--wait", "soon"))
        .isEqualTo(new Shell.Run(
            2, "", "--wait: 'soon' is no duration; write 250ms, 90s, 5m, 2h, 7d or 1h30m\n"));
  }

  @Test
  void claim_withAck_acksWhatItPrinted() {
    put("a");

    Shell.Run run = shell.run("claim", "orders", "--ack");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("id          a\n").doesNotContain("acked");
    assertThat(state("a")).isEqualTo(State.DONE);
  }

  @Test
  void claim_ofAMergedMessage_showsItsItems() {
    shell.run("put", "orders", "x", "--id", "a", "--mode", "merge");
    shell.run("put", "orders", "{\"n\": 1}", "--json-body", "--id", "a", "--mode", "merge");
    shell.run("put", "orders", "z", "--id", "a", "--mode", "merge");

    assertThat(shell.run("claim", "orders", "--max-items", "2").out()).endsWith("""
            items left  1
            item 1      text/plain; charset=utf-8:
            x
            item 2      application/json:
            {"n":1}

            """);
  }

  @Test
  void claim_ofABodyWithControlCharacters_showsThemHarmless() {
    shell.run("put", "orders", "a\u001b[2Jb\tc\nd\u0007", "--id", "a");

    assertThat(shell.run("claim", "orders").out()).endsWith("\na\\u001b[2Jb\tc\nd\\u0007\n\n");
  }

  @Test
  void ack_ofWhatAClaimPrinted_acksAll() {
    server.fill(ORDERS, 150);
    shell.run("put", "orders", "{\n \"two\": \"lines\"\n}", "--json-body", "--id", "json");
    String claimed = shell.run("claim", "orders", "--max", "200", "--json").out();

    Shell.Run run = shell.input(claimed).run("ack", "-");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("acked m0 of orders\nacked m1 of orders\n").hasLineCount(151);
    assertThat(state("m149")).isEqualTo(State.DONE);
    assertThat(state("json")).isEqualTo(State.DONE);
  }

  @Test
  void ack_ofReceiptsOnStandardInput_acksThem() {
    put("a");
    put("b");
    String first = claimOne();
    String second = claimOne();

    assertThat(shell.input(first + "\n" + second + "\n").run("ack", "-", "--json"))
        .isEqualTo(new Shell.Run(
            0,
            "{\"results\":[{\"status\":\"ok\",\"state\":\"done\"},"
                + "{\"status\":\"ok\",\"state\":\"done\"}]}\n",
            ""));
  }

  @Test
  void ack_ofNothingOnStandardInput_saysSo() {
    String empty = shell.run("claim", "orders", "--json").out();
    Shell.Run nothing = new Shell.Run(0, "", "no receipts on standard input, nothing to do\n");

    assertThat(shell.input(empty).run("ack", "-")).isEqualTo(nothing);
    assertThat(shell.input("").run("ack", "-")).isEqualTo(nothing);
  }

  @Test
  void ack_ofHalfAnAnswer_saysWhatItWants() {
    Shell.Run run = shell.input("{\"messages\":[").run("ack", "-");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("bide: standard input is not JSON")
        .endsWith("Give receipts, or what 'bide claim --json' prints.\n");
  }

  @Test
  void ack_ofAnOldReceipt_failsAndActsOnTheOthers() {
    put("a");
    put("b");
    String old = claimOne();
    shell.run("release", old, "--delay", "1s");
    String good = claimOne();

    Shell.Run run = shell.run("ack", old, good, "nonsense");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("acked b of orders\n");
    assertThat(run.err())
        .isEqualTo("bide: a of orders: the receipt is an old one, the message was released or"
            + " claimed again; it is waiting\n"
            + "bide: nonsense: receipt is not one that a claim has answered; send it unchanged"
            + " (invalid)\n");
  }

  @Test
  void release_withoutDelay_takesTheBackoff() {
    put("a");

    assertThat(shell.run("release", claimOne()))
        .isEqualTo(
            new Shell.Run(0, "released a of orders, next 2030-01-01T00:00:01.000Z (in 1s)\n", ""));
  }

  @Test
  void release_afterTheLastAttempt_saysThatItIsDead() {
    shell.run("put", "orders", "x", "--id", "a", "--max-attempts", "1");

    assertThat(shell.run("release", claimOne(), "--delay", "5m"))
        .isEqualTo(new Shell.Run(0, "released a of orders, which is dead now\n", ""));
  }

  @Test
  void release_toTheFront_isNextAtOnce() {
    put("a");
    put("b");
    String receipt = claimOne();

    assertThat(shell.run("release", receipt, "--due", "front").out())
        .isEqualTo("released a of orders, next 2030-01-01T00:00:00.000Z (now)\n");
    assertThat(shell.run("claim", "orders").out()).startsWith("id          a\n");
  }

  @Test
  void extend_setsTheLease() {
    put("a");

    assertThat(shell.run("extend", claimOne(), "--lease", "10m"))
        .isEqualTo(new Shell.Run(
            0, "extended a of orders, lease until 2030-01-01T00:10:00.000Z (in 10m)\n", ""));
    assertThat(shell.run("extend", "x").exit()).isEqualTo(2);
  }

  private void put(String id) {
    assertThat(shell.run("put", "orders", "x", "--id", id).exit()).isZero();
  }

  private String claimOne() {
    JsonObject answer = new JsonObject(shell.run("claim", "orders", "--json").out());
    return answer.getJsonArray("messages").getJsonObject(0).getString("receipt");
  }

  private State state(String id) {
    return Await.value(server.queue().peek(ORDERS, id)).orElseThrow().state();
  }
}
