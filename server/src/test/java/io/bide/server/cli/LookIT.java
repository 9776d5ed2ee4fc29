package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Topic;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LookIT {
  private final TestServer server = TestServer.open();
  private final Shell shell = Shell.on(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void peek_showsEverythingKnown() {
    shell.run(
        "put",
        "orders",
        "x",
        "--id",
        "a/b c",
        "--delay",
        "90m",
        "--ttl",
        "1d",
        "--lease",
        "90s",
        "--backoff",
        "2m,10m,1h");

    assertThat(shell.run("peek", "orders", "a/b c")).isEqualTo(new Shell.Run(0, """
            id          a/b c
            topic       orders
            state       waiting
            attempts    0 of 4
            created     2030-01-01T00:00:00.000Z (now)
            due         2030-01-01T01:30:00.000Z (in 1h30m)
            next        2030-01-01T01:30:00.000Z (in 1h30m)
            expiry      2030-01-02T01:30:00.000Z (in 1d1h)
            ttl         1d
            lease       1m30s
            backoff     2m,10m,1h
            body        text/plain; charset=utf-8:
            x

            """, ""));
  }

  @Test
  void peek_ofAnUnknownMessage_fails() {
    assertThat(shell.run("peek", "orders", "a"))
        .isEqualTo(new Shell.Run(1, "", "bide: no such message is known (unknown-message)\n"));
  }

  @Test
  void peek_onATerminal_hasColours() {
    shell.run("put", "orders", "x", "--id", "a");

    assertThat(shell.colours().run("peek", "orders", "a").out())
        .contains("\u001b[1mstate     \u001b[0m  \u001b[32mready\u001b[0m\n");
  }

  @Test
  void cancel_takesAMessageBack() {
    shell.run("put", "orders", "x", "--id", "a");

    assertThat(shell.run("cancel", "orders", "a"))
        .isEqualTo(new Shell.Run(0, "cancelled a of orders\n", ""));
    assertThat(shell.run("cancel", "orders", "a"))
        .isEqualTo(
            new Shell.Run(1, "", "bide: the message has ended; nothing was changed (ended)\n"));
    assertThat(shell.run("cancel", "orders", "a", "--erase", "--json"))
        .isEqualTo(new Shell.Run(0, "{\"status\":\"erased\",\"state\":\"cancelled\"}\n", ""));
    assertThat(shell.run("cancel", "orders", "a", "--erase", "--void").exit()).isEqualTo(2);
  }

  @Test
  void cancel_ofALeasedMessage_needsVoid() {
    shell.run("put", "orders", "x", "--id", "a", "--mode", "merge");
    shell.run("claim", "orders");
    shell.run("put", "orders", "y", "--id", "a", "--mode", "merge");

    assertThat(shell.run("cancel", "orders", "a"))
        .isEqualTo(new Shell.Run(
            1,
            "",
            "bide: somebody is working on the message; it is left alone; 1 items that were not"
                + " handed out are removed (leased)\n"));
    assertThat(shell.run("cancel", "orders", "a", "--void"))
        .isEqualTo(new Shell.Run(0, "cancelled a of orders\n", ""));
  }

  @Test
  void reschedule_movesTheDueTime() {
    shell.run("put", "orders", "x", "--id", "a", "--delay", "1h");

    assertThat(shell.run("reschedule", "orders", "a", "--delay", "2d"))
        .isEqualTo(new Shell.Run(
            0, "rescheduled a of orders, due 2030-01-03T00:00:00.000Z (in 2d)\n", ""));
    assertThat(shell.run("reschedule", "orders", "a", "--due", "2030-01-01T00:00:05Z", "--json"))
        .isEqualTo(new Shell.Run(
            0, "{\"status\":\"rescheduled\",\"due\":1893456005000,\"state\":\"waiting\"}\n", ""));
    assertThat(shell.run("reschedule", "orders", "a").exit()).isEqualTo(2);
    assertThat(shell.run("reschedule", "orders", "b", "--delay", "1s").exit()).isEqualTo(1);
  }

  @Test
  void topics_showsThemInATable() {
    shell.run("put", "orders", "x", "--delay", "1h");
    shell.run("put", "orders", "x");
    shell.run("put", "a-much-longer-name", "x");
    shell.run("claim", "a-much-longer-name");
    shell.run("pause", "orders");

    assertThat(shell.run("topics")).isEqualTo(new Shell.Run(0, """
            TOPIC               WAITING  READY  LEASED  DEAD
            a-much-longer-name        0      0       1     0
            orders                    1      1       0     0  paused
            """, ""));
    assertThat(shell.run("topics", "--limit", "1").out()).hasLineCount(2);
    assertThat(shell.run("topics", "--limit", "0").exit()).isEqualTo(2);
    assertThat(shell.run("topics", "--json").out())
        .startsWith("{\"topics\":[{\"name\":\"a-much-longer-name\",\"paused\":false,\"counts\":{")
        .hasLineCount(1);
  }

  @Test
  void topics_ofMoreThanAPage_showsAll() {
    for (int i = 0; i < 120; i++) {
      server.fill(Topic.of("topic-" + i), 1);
    }

    assertThat(shell.run("topics").out()).hasLineCount(121);
    assertThat(shell.run("topics", "--json").out()).hasLineCount(2);
  }

  @Test
  void topics_ofAnEmptyServer_saysSo() {
    assertThat(shell.run("topics"))
        .isEqualTo(new Shell.Run(0, "", "no topics yet; the first put makes one\n"));
  }

  @Test
  void topicShow_showsCountsAndSettings() {
    shell.run("put", "orders", "x");
    shell.run("put", "orders", "x", "--delay", "30s");
    shell.run("put", "orders", "x", "--delay", "400d");
    shell.run("pause", "orders");

    assertThat(shell.run("topic", "show", "orders")).isEqualTo(new Shell.Run(0, """
            orders (paused)
              waiting                  2
              ready                    1
              leased                   0
              done                     0
              expired                  0
              dead                     0
              cancelled                0
              oldest ready    2030-01-01T00:00:00.000Z (now)
              next due        2030-01-01T00:00:30.000Z (in 30s)
            waiting
              within 1m                1
              later                    1
            settings
              lease           30s
              backoff         exponential:1s,10m
              retention       5m
              dead-retention  7d
              keep-bodies     false
              death-notices   false
              delivery        at-least-once
              partitions      1
            """, ""));
  }

  @Test
  void topicSet_changesWhatIsNamedAndKeepsTheRest() {
    shell.run("topic", "set", "orders", "--lease", "2m", "--ttl", "1h", "--max-attempts", "5");

    Shell.Run run = shell.run(
        "topic",
        "set",
        "orders",
        "--ttl",
        "none",
        "--backoff",
        "exponential:2s,1m,0.5",
        "--retention",
        "1s",
        "--dead-retention",
        "1d",
        "--keep-bodies",
        "--death-notices",
        "--delivery",
        "at-most-once",
        "--partitions",
        "4");

    assertThat(run.out()).endsWith("""
            settings
              lease           2m
              max-attempts    5
              backoff         exponential:2s,1m,0.5
              retention       1s
              dead-retention  1d
              keep-bodies     true
              death-notices   true
              delivery        at-most-once
              partitions      4
            """);
    assertThat(shell.run("topic", "set", "orders", "--no-keep-bodies").out())
        .contains("keep-bodies     false\n")
        .contains("death-notices   true\n");
    assertThat(shell
            .run("topic", "set", "orders", "--reset", "--max-attempts", "unlimited")
            .out())
        .contains("lease           30s\n")
        .contains("max-attempts    unlimited\n");
  }

  @Test
  void topicSet_withAWrongValue_saysWhatTheServerSays() {
    Shell.Run run = shell.run("topic", "set", "orders", "--delivery", "sometimes");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("at-least-once, at-most-once").endsWith("(invalid)\n");
    assertThat(shell.run("topic").exit()).isEqualTo(2);
  }

  @Test
  void browse_showsWhatWaitsInItsOrder() {
    shell.run("put", "orders", "second", "--id", "b", "--delay", "2h");
    shell.run("put", "orders", "first\nline", "--id", "a", "--delay", "1h");

    assertThat(shell.run("browse", "orders", "--bodies"))
        .isEqualTo(
            new Shell.Run(0, """
            ID  NEXT                                ATTEMPTS  BODY
            a   2030-01-01T01:00:00.000Z (in 1h)    0 of 16   first\\nline
            b   2030-01-01T02:00:00.000Z (in 2h)    0 of 16   second
            """.replace("ID  NEXT  ", "ID  NEXT").replace(")    0", ")  0"), ""));
    assertThat(shell.run("browse", "orders", "--from", "+90m").out()).contains("\nb ");
    assertThat(shell.run("browse", "orders", "--to", "+90m").out()).doesNotContain("\nb ");
    assertThat(shell.run("browse", "orders", "--state", "ready"))
        .isEqualTo(new Shell.Run(0, "", "nothing is ready in orders\n"));
  }

  @Test
  void browse_byPages_tellsHowToGoOn() {
    server.fill(Topic.of("orders"), 130);

    Shell.Run first = shell.run("browse", "orders", "--state", "ready", "--limit", "2");

    assertThat(first.out()).hasLineCount(3);
    assertThat(first.err()).startsWith("there is more: --cursor ").endsWith(", or --all\n");
    String cursor = first.err().substring(24, first.err().indexOf(','));
    assertThat(shell
            .run("browse", "orders", "--state", "ready", "--cursor", cursor)
            .out())
        .contains("\nm2 ")
        .hasLineCount(101);
    Shell.Run all = shell.run("browse", "orders", "--state", "ready", "--all");
    assertThat(all.out()).hasLineCount(131);
    assertThat(all.err()).isEmpty();
    assertThat(
            shell.run("browse", "orders", "--state", "ready", "--all", "--json").out())
        .startsWith("{\"messages\":[{\"id\":\"m0\",")
        .hasLineCount(2);
    assertThat(shell.run("browse", "orders", "--limit", "0").exit()).isEqualTo(2);
  }

  @Test
  void browse_ofEndedAndLeasedMessages_showsTheirTimes() {
    shell.run("put", "orders", "x", "--id", "a", "--max-attempts", "1");
    shell.run("claim", "orders");

    assertThat(shell.run("browse", "orders", "--state", "leased").out()).isEqualTo("""
            ID  LEASE END                           ATTEMPTS
            a   2030-01-01T00:00:30.000Z (in 30s)  1 of 1
            """.replace(
            "END                           A", "END                          A"));
    server.clock().advance(Duration.ofMinutes(3));
    assertThat(shell.run("browse", "orders", "--state", "dead").out()).isEqualTo("""
            ID  ENDED                                  ATTEMPTS  CAUSE
            a   2030-01-01T00:00:30.000Z (2m30s ago)  1 of 1    attempts
            """.replace(
            "ENDED                                  A", "ENDED                                 A"));
  }
}
