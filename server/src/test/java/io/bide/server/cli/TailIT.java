package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Topic;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TailIT {
  private final TestServer server = TestServer.open();
  private final Shell shell = Shell.on(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void tail_showsEachStateOnceAMessageIsSeenInIt() {
    shell.run("put", "orders", "before", "--id", "old", "--delay", "1d");
    AtomicReference<String> held = new AtomicReference<>();

    Shell.Run run = tail(
        new String[] {"tail", "orders", "--bodies"},
        () -> shell.run("put", "orders", "hello", "--id", "a", "--delay", "1500ms"),
        () -> {},
        () -> {},
        () -> held.set(receipt()),
        () -> shell.run("ack", held.get()),
        () -> shell.run("cancel", "orders", "old"));

    assertThat(run).isEqualTo(new Shell.Run(0, """
            2030-01-01T00:00:00.000Z  waiting    a, next 2030-01-01T00:00:01.500Z: hello
            2030-01-01T00:00:01.500Z  ready      a: hello
            2030-01-01T00:00:03.000Z  leased     a, attempt 1 of 16, until 2030-01-01T00:00:33.000Z: hello
            2030-01-01T00:00:04.000Z  done       a
            2030-01-01T00:00:05.000Z  cancelled  old
            """, ""));
  }

  @Test
  void tail_ofAReleasedAndDeadMessage_showsAttemptsAndCause() {
    Shell.Run run = tail(
        new String[] {"tail", "orders"},
        () -> {
          shell.run("put", "orders", "x", "--id", "a", "--max-attempts", "2");
          shell.run("release", receipt(), "--delay", "1s");
        },
        () -> {},
        () -> shell.run("release", receipt()),
        () -> shell.run("redrive", "orders", "--all", "--start", "1m"));

    assertThat(run.out()).isEqualTo("""
            2030-01-01T00:00:00.000Z  waiting    a, next 2030-01-01T00:00:01.000Z
            2030-01-01T00:00:01.000Z  ready      a
            2030-01-01T00:00:02.000Z  dead       a, attempt 2 of 2, attempts
            2030-01-01T00:00:03.000Z  waiting    a, next 2030-01-01T00:01:03.000Z
            """);
  }

  @Test
  void tail_ofOneState_showsNothingElse() {
    Shell.Run run = tail(
        new String[] {"tail", "orders", "--state", "done", "--state", "dead"},
        () -> shell.run("put", "orders", "x", "--id", "a"),
        () -> shell.run("ack", receipt()));

    assertThat(run.out()).isEqualTo("2030-01-01T00:00:01.000Z  done       a\n");
  }

  @Test
  void tail_asJson_printsOneLineForEachMessage() {
    Shell.Run run = tail(
        new String[] {"tail", "orders", "--json", "--bodies", "--count", "1"},
        () -> shell.run("put", "orders", "{\n\"n\": 1}", "--json-body", "--id", "a"));

    assertThat(run.out()).hasLineCount(1);
    assertThat(new JsonObject(run.out()).getJsonObject("body").getInteger("n")).isEqualTo(1);
  }

  @Test
  void tail_withMoreEndedMessagesThanAPage_showsAll() {
    server.fill(Topic.of("orders"), 1_000);
    server.fill(Topic.of("orders"), 100);

    Shell.Run run = tail(
        new String[] {"tail", "orders", "--state", "done"},
        () -> {
          shell.run("claim", "orders", "--max", "1000", "--ack");
          shell.run("claim", "orders", "--max", "1000", "--ack");
        },
        () -> {});

    assertThat(run.out()).hasLineCount(1_100);
  }

  @Test
  void tail_whenAnOldMessageComesIntoView_doesNotTakeItForNews() {
    server.fill(Topic.of("orders"), 1_000);
    server.fill(Topic.of("orders"), 1);
    server.clock().advance(Duration.ofSeconds(1));

    Shell.Run run =
        tail(new String[] {"tail", "orders"}, () -> shell.run("claim", "orders", "--ack"));

    assertThat(run.out()).isEqualTo("2030-01-01T00:00:01.000Z  done       m0\n");
  }

  @Test
  void tail_withCount_endsAfterSoManyLines() {
    Shell.Run run = tail(new String[] {"tail", "orders", "--count", "2"}, () -> {
      shell.run("put", "orders", "x", "--id", "a");
      shell.run("put", "orders", "x", "--id", "b");
      shell.run("put", "orders", "x", "--id", "c");
    });

    assertThat(run.out()).hasLineCount(2);
  }

  @Test
  void tail_withATime_endsAfterIt() {
    shell.pause(time -> server.clock().advance(time));

    assertThat(shell.run("tail", "orders", "--for", "3s", "--interval", "2s"))
        .isEqualTo(new Shell.Run(0, "", ""));
    assertThat(server.clock().instant()).isEqualTo("2030-01-01T00:00:04Z");
  }

  @Test
  void tail_withNonsense_isMisuse() {
    assertThat(shell.run("tail", "orders", "--interval", "0"))
        .isEqualTo(new Shell.Run(2, "", "--interval is zero; the server needs a rest\n"));
    assertThat(shell.run("tail", "orders", "--state", "odd").exit()).isEqualTo(1);
  }

  /** Runs a tail that sees the world after each step, a second apart, and ends after the last. */
  private Shell.Run tail(String[] arguments, Runnable... steps) {
    Queue<Runnable> left = new ArrayDeque<>(Arrays.asList(steps));
    Shell.Run run = Shell.on(server)
        .pause(interval -> {
          if (left.isEmpty()) {
            throw new InterruptedException("seen enough");
          }
          if (left.size() < steps.length) {
            server.clock().advance(interval);
          }
          left.remove().run();
        })
        .run(arguments);
    // A tail that was interrupted leaves the mark of it.
    boolean unused = Thread.interrupted();
    assertThat(left).isEmpty();
    return run;
  }

  private String receipt() {
    JsonObject answer = new JsonObject(shell.run("claim", "orders", "--json").out());
    return answer.getJsonArray("messages").getJsonObject(0).getString("receipt");
  }
}
