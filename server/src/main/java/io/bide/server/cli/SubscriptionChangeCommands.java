package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands that change a subscription in one way. */
final class SubscriptionChangeCommands {
  private SubscriptionChangeCommands() {}

  /** What they share. */
  private abstract static class Change extends ServerCommand {
    @Parameters(paramLabel = "TOPIC", description = "Which one.")
    private String topic = "";

    Change(Terminal terminal) {
      super(terminal);
    }

    abstract Request request(String path);

    abstract String words(String changed, JsonObject answer);

    @Override
    boolean run(Session session) {
      session.show(
          session.send(request(session.paths().subscription(topic))),
          answer -> session.say(words(topic, answer)));
      return true;
    }
  }

  /** Stops pushing. */
  @Command(
      name = "disable",
      header = "Stop pushing the messages of a topic, on all nodes.",
      description = "They wait until it is enabled again; others may claim them.",
      footerHeading = ServerCommand.EXAMPLE,
      footer = "  bide subscription disable orders")
  static final class Disable extends Change {
    Disable(Terminal terminal) {
      super(terminal);
    }

    @Override
    Request request(String path) {
      return Request.post(path + "/disable", "");
    }

    @Override
    String words(String topic, JsonObject answer) {
      return "disabled the subscription of " + topic;
    }
  }

  /** Goes on pushing. */
  @Command(
      name = "enable",
      header = "Go on pushing the messages of a topic.",
      footerHeading = ServerCommand.EXAMPLE,
      footer = "  bide subscription enable orders")
  static final class Enable extends Change {
    Enable(Terminal terminal) {
      super(terminal);
    }

    @Override
    Request request(String path) {
      return Request.post(path + "/enable", "");
    }

    @Override
    String words(String topic, JsonObject answer) {
      return "enabled the subscription of " + topic;
    }
  }

  /** Signs with a new secret. */
  @Command(
      name = "rotate",
      header = "Sign with a new secret, which is shown once.",
      description = "The newest one of before signs, too, until the next rotation, so that the"
          + " receiver can change at any time in between.",
      footerHeading = ServerCommand.EXAMPLE,
      footer = "  bide subscription rotate orders")
  static final class Rotate extends Change {
    Rotate(Terminal terminal) {
      super(terminal);
    }

    @Override
    Request request(String path) {
      return Request.post(path + "/rotate", "");
    }

    @Override
    String words(String topic, JsonObject answer) {
      return answer.getString("secret");
    }
  }

  /** Ends it. */
  @Command(
      name = "delete",
      header = "Remove the subscription of a topic; its messages stay.",
      footerHeading = ServerCommand.EXAMPLE,
      footer = "  bide subscription delete orders")
  static final class Delete extends Change {
    Delete(Terminal terminal) {
      super(terminal);
    }

    @Override
    Request request(String path) {
      return Request.delete(path);
    }

    @Override
    String words(String topic, JsonObject answer) {
      return "deleted the subscription of " + topic;
    }
  }
}
