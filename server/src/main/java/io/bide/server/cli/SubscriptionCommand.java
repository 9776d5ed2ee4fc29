package io.bide.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Holds the commands about subscriptions. */
@Command(
    name = "subscription",
    header = "Have the messages of a topic pushed to a URL.",
    synopsisSubcommandLabel = "(list | show | set | test | disable | enable | rotate | delete)",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide subscription set orders https://example.com/hook",
      "  bide subscription test orders"
    })
final class SubscriptionCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;

  static CommandLine in(Terminal terminal) {
    return new CommandLine(new SubscriptionCommand())
        .addSubcommand(new SubscriptionListCommand(terminal))
        .addSubcommand(new SubscriptionShowCommand(terminal))
        .addSubcommand(new SubscriptionSetCommand(terminal))
        .addSubcommand(new SubscriptionTestCommand(terminal))
        .addSubcommand(new SubscriptionChangeCommands.Disable(terminal))
        .addSubcommand(new SubscriptionChangeCommands.Enable(terminal))
        .addSubcommand(new SubscriptionChangeCommands.Rotate(terminal))
        .addSubcommand(new SubscriptionChangeCommands.Delete(terminal));
  }
}
