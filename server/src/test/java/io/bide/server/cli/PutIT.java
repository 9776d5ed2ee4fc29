package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Message;
import io.bide.State;
import io.bide.Topic;
import io.bide.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PutIT {
  private static final Topic ORDERS = Topic.of("orders");
  private static final long START = Instant.parse("2030-01-01T00:00:00Z").toEpochMilli();

  private final TestServer server = TestServer.open();
  private final Shell shell = Shell.on(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void put_withIdAndDelay_saysWhatIsStoredAndWhenItIsDue() {
    Shell.Run run = shell.run("put", "orders", "close", "--id", "order-1", "--delay", "30m");

    assertThat(run)
        .isEqualTo(new Shell.Run(
            0, "stored order-1 in orders, due 2030-01-01T00:30:00.000Z (in 30m)\n", ""));
    assertThat(peek("order-1").body().asText()).isEqualTo("close");
  }

  @Test
  void put_inAnotherZone_showsLocalTimes() {
    Shell.Run run = shell
        .zone("Europe/Berlin")
        .run("put", "orders", "x", "--id", "a", "--due", "2030-01-01T02:00");

    assertThat(run.out())
        .isEqualTo("stored a in orders, due 2030-01-01T02:00:00.000+01:00 (in 1h)\n");
  }

  @Test
  void put_asJson_printsTheAnswerAsItIs() {
    Shell.Run run = shell.run("put", "orders", "close", "--id", "order-1", "--json");

    assertThat(run)
        .isEqualTo(new Shell.Run(
            0,
            "{\"status\":\"stored\",\"id\":\"order-1\",\"topic\":\"orders\",\"created\":" + START
                + ",\"due\":" + START + "}\n",
            ""));
  }

  @Test
  void put_withEveryOption_sendsThemAll() {
    Shell.Run run = shell.run(
        "put",
        "orders",
        "x",
        "--id",
        "a",
        "--due",
        "+1h",
        "--ttl",
        "2h",
        "--lease",
        "90s",
        "--max-attempts",
        "3",
        "--backoff",
        "exponential:1s,1m,0.5",
        "-a",
        "k=v",
        "--attribute",
        "type=mail",
        "--content-type",
        "text/x-y");

    assertThat(run.exit()).as(run.err()).isZero();
    Message message = peek("a");
    assertThat(message.due()).isEqualTo("2030-01-01T01:00:00Z");
    assertThat(message.ttl()).isEqualTo(Duration.ofHours(2));
    assertThat(message.lease()).isEqualTo(Duration.ofSeconds(90));
    assertThat(message.maxAttempts()).isEqualTo(3);
    assertThat(message.backoff())
        .isEqualTo(new Backoff.Exponential(Duration.ofSeconds(1), Duration.ofMinutes(1), 0.5));
    assertThat(message.attributes()).isEqualTo(Map.of("k", "v", "type", "mail"));
    assertThat(message.body().contentType()).isEqualTo("text/x-y");
  }

  @Test
  void put_ofALiveId_saysDuplicateAndFails() {
    shell.run("put", "orders", "x", "--id", "a");

    assertThat(shell.run("put", "orders", "y", "--id", "a"))
        .isEqualTo(new Shell.Run(
            1,
            "",
            "bide: the id belongs to a live message, which is left as it is; use another id, or"
                + " mode \"replace\" or \"merge\" (duplicate)\n"));
  }

  @Test
  void put_refusedAsJson_printsTheProblemAsItIs() {
    shell.run("put", "orders", "x", "--id", "a");

    Shell.Run run = shell.run("put", "orders", "y", "--id", "a", "--json");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).startsWith("{\"type\":\"urn:bide:problem:duplicate\",\"status\":409,");
    assertThat(run.err()).endsWith("(duplicate)\n");
  }

  @Test
  void put_replacing_saysSo() {
    shell.run("put", "orders", "x", "--id", "a");

    assertThat(shell.run("put", "orders", "y", "--id", "a", "--mode", "replace").out())
        .isEqualTo("replaced a in orders, due 2030-01-01T00:00:00.000Z (now)\n");
  }

  @Test
  void put_withMergeOptions_merges() {
    shell.run("put", "orders", "x", "--id", "a", "--merge-due", "move", "--delay", "1m");

    assertThat(shell
            .run(
                "put",
                "orders",
                "y",
                "--id",
                "a",
                "--delay",
                "2h",
                "--merge-due",
                "move",
                "--longest-wait",
                "90m",
                "--items-per-claim",
                "10",
                "--raw")
            .out())
        .isEqualTo("merged a in orders (2 items), due 2030-01-01T01:30:00.000Z (in 1h30m)\n");
  }

  @Test
  void put_withTheSameKeyTwice_storesOnce() {
    Shell.Run first = shell.run("put", "orders", "x", "--idempotency-key", "k1");
    Shell.Run second = shell.run("put", "orders", "x", "--idempotency-key", "k1");

    assertThat(second).isEqualTo(first);
    assertThat(count(State.READY)).isEqualTo(1);
  }

  @Test
  void put_ofTheSameTwiceWithoutKey_storesTwo() {
    shell.run("put", "orders", "x");
    shell.run("put", "orders", "x");

    assertThat(count(State.READY)).isEqualTo(2);
  }

  @Test
  void put_fromStandardInput_takesItAsItIs() {
    shell.input("two\nlines\n").run("put", "orders", "-", "--id", "a");

    assertThat(peek("a").body().asText()).isEqualTo("two\nlines\n");
  }

  @Test
  void put_ofAFileThatIsNoText_takesItsBytes(@TempDir Path directory) throws IOException {
    byte[] bytes = {(byte) 0xff, 0, 1, (byte) 0xfe};
    Path file = Files.write(directory.resolve("body"), bytes);

    shell.run("put", "orders", "--file", file.toString(), "--id", "a");

    assertThat(peek("a").body().bytes()).isEqualTo(bytes);
    assertThat(peek("a").body().contentType()).isEqualTo("application/octet-stream");
  }

  @Test
  void put_ofAMissingFile_fails() {
    Shell.Run run = shell.run("put", "orders", "--file", "nowhere/nothing");

    assertThat(run)
        .isEqualTo(new Shell.Run(
            1,
            "",
            "bide: the body cannot be read: java.nio.file.NoSuchFileException: nowhere/nothing\n"));
  }

  @Test
  void put_ofJson_keepsItToTheLetter() {
    String body = "{ \"b\" : 1.10, \"a\": [1e3] }";

    shell.run("put", "orders", body, "--json-body", "--id", "a");
    shell.run("put", "orders", body, "--content-type", "application/x+json; v=1", "--id", "b");

    assertThat(peek("a").body().asText()).isEqualTo(body);
    assertThat(peek("a").body().contentType()).isEqualTo("application/json");
    assertThat(peek("b").body().asText()).isEqualTo(body);
  }

  @Test
  void put_ofJsonThatSmugglesFields_isRefused() {
    Shell.Run run = shell.run("put", "orders", "1,\"id\":\"b\"", "--json-body", "--id", "a");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).startsWith("bide: the body is not JSON: ");
    assertThat(count(State.READY)).isZero();
  }

  @Test
  void put_inANamespace_goesThere() {
    shell.run("put", "orders", "x", "--id", "a", "--namespace", "shop 1/é");

    Topic there = Topic.of("shop 1/é", "orders");
    assertThat(Await.value(server.queue().peek(there, "a"))).isPresent();
    assertThat(
            shell.set("BIDE_NAMESPACE", "shop 1/é").run("peek", "orders", "a").out())
        .contains("namespace   shop 1/é\n");
  }

  @Test
  void put_withoutBody_isMisuse() {
    assertThat(shell.run("put", "orders"))
        .isEqualTo(new Shell.Run(
            2, "", "give one of BODY ('-' for standard input), --file and --lines\n"));
    assertThat(shell.run("put", "orders", "x", "--lines").exit()).isEqualTo(2);
    assertThat(shell.run("put", "orders", "--lines", "--id", "a").exit()).isEqualTo(2);
    assertThat(shell.run("put", "orders", "x", "--delay", "1s", "--due", "now").exit())
        .isEqualTo(2);
    assertThat(shell.run("put", "", "x")).isEqualTo(new Shell.Run(2, "", "TOPIC is empty\n"));
    assertThat(shell.run("put", "orders", "x", "--due", "soon").err())
        .startsWith("--due: 'soon' is no time; write 2030-01-31T12:00:00Z");
    assertThat(shell.run("put", "orders", "x", "--backoff", "exponential:1s").err())
        .startsWith("--backoff: 'exponential:1s' is no backoff; write immediate, fixed:30s");
  }

  @Test
  void put_ofWhatTheLocaleCannotRead_isRefused() {
    assertThat(shell.run("put", "orders", "caf\ufffd\ufffd"))
        .isEqualTo(new Shell.Run(
            2,
            "",
            "an argument has characters that this locale cannot read; set LC_ALL=C.UTF-8, or give the"
                + " body by '-' or --file\n"));
    assertThat(shell.input("caf\ufffd").run("put", "orders", "-").exit()).isZero();
  }

  @Test
  void put_withAWrongDuration_saysWhatTheServerSays() {
    Shell.Run run = shell.run("put", "orders", "x", "--delay", "soon");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).startsWith("bide: ").contains("delay").contains("(invalid)");
  }

  @Test
  void putLines_putsOneMessageForEachLine() {
    StringBuilder lines = new StringBuilder("first\r\n\n");
    for (int i = 0; i < 250; i++) {
      lines.append("line ").append(i).append('\n');
    }
    Shell.Run run = shell
        .input(lines.append("lást").toString())
        .run("put", "orders", "--lines", "--idempotency-key", "k", "--delay", "1s");

    assertThat(run).isEqualTo(new Shell.Run(0, "stored 252 messages\n", ""));
    server.clock().advance(Duration.ofSeconds(1));
    assertThat(shell.run("claim", "orders").out()).endsWith("\nfirst\n\n");
  }

  @Test
  void putLines_repeatedWithTheSameKey_storesNothingTwice() {
    String lines = "a\nb\nc\n";

    shell.input(lines).run("put", "orders", "--lines", "--idempotency-key", "k");
    Shell.Run again = shell.input(lines).run("put", "orders", "--lines", "--idempotency-key", "k");

    assertThat(again.out()).isEqualTo("stored 3 messages\n");
    assertThat(count(State.READY)).isEqualTo(3);
  }

  @Test
  void putLines_withALineThatFails_namesItAndStoresTheOthers() {
    String large = "x".repeat(300 * 1024);

    Shell.Run run = shell.input("a\n" + large + "\nb\n").run("put", "orders", "--lines");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("stored 2 messages\n");
    assertThat(run.err()).startsWith("line 2: ").contains("(too-large)\n");
    assertThat(run.err()).endsWith("bide: 1 line not stored\n");
  }

  @Test
  void putLines_ofJson_namesTheLineThatIsNone() {
    Shell.Run run = shell
        .input("{\"a\":1}\n{\n")
        .run("put", "orders", "--lines", "--json-body", "--idempotency-key", "k");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).startsWith("bide: line 2: the body is not JSON: ");
    assertThat(run.err())
        .endsWith("Run it again with --idempotency-key k: nothing is stored twice.\n");
  }

  @Test
  void putLines_asJson_printsEachAnswer() {
    Shell.Run run = shell.input("a\n").run("put", "orders", "--lines", "--json");

    assertThat(run.out()).startsWith("{\"results\":[{\"status\":\"stored\",").hasLineCount(1);
  }

  @Test
  void putLines_withBytesThatAreNoText_keepsThem() {
    byte[] latin = "caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);

    shell.input(latin).run("put", "orders", "--lines", "--idempotency-key", "k");

    assertThat(shell.run("claim", "orders").out())
        .endsWith("application/octet-stream, in base64:\nY2Fm6Q==\n\n");
  }

  private Message peek(String id) {
    return Await.value(server.queue().peek(ORDERS, id)).orElseThrow();
  }

  private long count(State state) {
    return Await.value(server.queue().stats(ORDERS)).count(state);
  }
}
