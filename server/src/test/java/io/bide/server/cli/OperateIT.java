package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.State;
import io.bide.Topic;
import io.bide.testing.Await;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperateIT {
  private static final Topic ORDERS = Topic.of("orders");

  private final TestServer server = TestServer.open();
  private final Shell shell = Shell.on(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void redrive_ofOne_bringsItBack() {
    die(2);

    assertThat(shell.run("redrive", "orders", "--id", "m1"))
        .isEqualTo(new Shell.Run(0, "redriven 1 message\n", ""));
    assertThat(count(State.READY)).isEqualTo(1);
    assertThat(shell.run("redrive", "orders", "--id", "other"))
        .isEqualTo(
            new Shell.Run(1, "redriven 0 messages\n", "bide: other of orders is not dead\n"));
  }

  @Test
  void redrive_ofAll_spacesThem() {
    die(4);

    assertThat(shell.run("redrive", "orders", "--all", "--per-second", "2", "--start", "10s"))
        .isEqualTo(new Shell.Run(0, "redriven 4 messages\n", ""));
    assertThat(shell.run("browse", "orders").out())
        .contains("m0  2030-01-01T00:01:10.000Z (in 10s)")
        .contains("m3  2030-01-01T00:01:11.500Z (in 11s)");
  }

  @Test
  void redrive_ofSome_leavesTheOthers() {
    die(3);

    assertThat(shell.run("redrive", "orders", "--limit", "2", "--json").out())
        .startsWith("{\"redriven\":2,\"conflicts\":[]");
    assertThat(count(State.DEAD)).isEqualTo(1);
  }

  @Test
  void redrive_ofAnIdThatLivesAgain_saysThatItWasLeft() {
    die(1);
    shell.run("put", "orders", "new", "--id", "m0");

    Shell.Run run = shell.run("redrive", "orders", "--all");

    assertThat(run)
        .isEqualTo(new Shell.Run(
            1,
            "redriven 0 messages\n",
            "bide: m0 was left as it is: a message of that id is alive, or its body is no longer"
                + " kept\n"));
  }

  @Test
  void redrive_withoutSayingWhich_isMisuse() {
    assertThat(shell.run("redrive", "orders").exit()).isEqualTo(2);
    assertThat(shell.run("redrive", "orders", "--all", "--id", "a").exit()).isEqualTo(2);
    assertThat(shell.run("redrive", "orders", "--all", "--state", "done").err())
        .contains("(invalid)");
  }

  @Test
  void pause_stopsClaimsUntilResume() {
    shell.run("put", "orders", "x");

    assertThat(shell.run("pause", "orders")).isEqualTo(new Shell.Run(0, "paused orders\n", ""));
    assertThat(shell.run("claim", "orders").out()).isEmpty();
    assertThat(shell.run("resume", "orders")).isEqualTo(new Shell.Run(0, "resumed orders\n", ""));
    assertThat(shell.run("claim", "orders").out()).isNotEmpty();
    assertThat(shell.run("pause", "orders", "--json").out())
        .startsWith("{\"name\":\"orders\",\"paused\":true,");
  }

  @Test
  void purge_withoutYes_doesNothing() {
    shell.run("put", "orders", "x");

    assertThat(shell.run("purge", "orders"))
        .isEqualTo(new Shell.Run(
            2,
            "",
            "this removes all messages of orders for good; add --yes if that is what you want\n"));
    assertThat(count(State.READY)).isEqualTo(1);
  }

  @Test
  void purge_withYes_removesAll() {
    die(2);
    shell.run("put", "orders", "x");

    assertThat(shell.run("purge", "orders", "--state", "dead", "--yes"))
        .isEqualTo(new Shell.Run(0, "purged 2 messages of orders\n", ""));
    assertThat(shell.run("purge", "orders", "--yes"))
        .isEqualTo(new Shell.Run(0, "purged 1 message of orders\n", ""));
    assertThat(shell.run("purge", "orders", "--yes", "--json").out()).isEqualTo("{\"purged\":0}\n");
  }

  /** Leaves so many dead messages m0, m1, and so on. */
  private void die(int messages) {
    for (int i = 0; i < messages; i++) {
      shell.run("put", "orders", "x", "--id", "m" + i, "--max-attempts", "1");
    }
    shell.run("claim", "orders", "--max", "100");
    server.clock().advance(Duration.ofMinutes(1));
    assertThat(count(State.DEAD)).isEqualTo(messages);
  }

  private long count(State state) {
    return Await.value(server.queue().stats(ORDERS)).count(state);
  }
}
