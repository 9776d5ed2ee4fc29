package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubscriptionIT {
  private final TestServer server = TestServer.open();
  private final Shell shell = Shell.on(server);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void set_andShow_tellWhereMessagesGo() {
    Shell.Run set = shell.run(
        "subscription",
        "set",
        "orders",
        "https://example.com/hook",
        "--concurrency",
        "4",
        "--timeout",
        "2s",
        "--header",
        "X-Shop=7");

    assertThat(set.exit()).isZero();
    assertThat(set.out())
        .contains("orders (enabled)")
        .contains("POST https://example.com/hook")
        .contains("X-Shop")
        .contains("2s");
    assertThat(shell.run("subscription", "show", "orders").out()).isEqualTo(set.out());
  }

  @Test
  void list_showsAll() {
    assertThat(shell.run("subscription", "list").err()).contains("no subscriptions yet");
    shell.run("subscription", "set", "orders", "https://example.com/hook");
    shell.run("subscription", "set", "mails", "https://example.com/mails", "--method", "PUT");

    assertThat(shell.run("subscription", "list").out())
        .contains("mails", "PUT https://example.com/mails", "orders");
  }

  @Test
  void test_failsWhenTheReceiverDoes() {
    shell.run("subscription", "set", "good", "https://example.com/");
    shell.run("subscription", "set", "bad", "https://fail.example.com/");

    assertThat(shell.run("subscription", "test", "good").out()).startsWith("delivered (200)");
    Shell.Run bad = shell.run("subscription", "test", "bad");
    assertThat(bad.exit()).isEqualTo(1);
    assertThat(bad.out()).startsWith("rejected: the receiver answered 500");
  }

  @Test
  void disable_enable_rotate_delete_doWhatTheySay() {
    shell.run("subscription", "set", "orders", "https://example.com/hook");

    assertThat(shell.run("subscription", "disable", "orders").out())
        .isEqualTo("disabled the subscription of orders\n");
    assertThat(shell.run("subscription", "show", "orders").out())
        .contains("(disabled: by an operator)");
    assertThat(shell.run("subscription", "enable", "orders").exit()).isZero();
    assertThat(shell.run("subscription", "rotate", "orders").out()).startsWith("whsec_");
    assertThat(shell.run("subscription", "delete", "orders").exit()).isZero();
    assertThat(shell.run("subscription", "show", "orders").exit()).isEqualTo(1);
  }

  @Test
  void set_withoutTargetOrWithTwo_isMisuse() {
    assertThat(shell.run("subscription", "set", "orders").exit()).isEqualTo(2);
    assertThat(shell
            .run("subscription", "set", "orders", "https://a.example/", "--service", "b")
            .exit())
        .isEqualTo(2);
  }

  @Test
  void set_toAnAddressThatIsNotAllowed_isRefused() {
    Shell.Run run = shell.run("subscription", "set", "orders", "http://127.0.0.1/");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("loopback address").contains("push.allow");
  }

  @Test
  void push_putsIntoTheTopicOfTheUrl() {
    Shell.Run run =
        shell.run("push", "https://example.com/hook", "hello", "--id", "o1", "--delay", "30m");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("stored o1 in push/POST/example.com/");
    Topic topic = server.queue().topics(null, 10).join().items().get(0);
    assertThat(server.queue().peek(topic, "o1").join()).isPresent();
  }
}
