package io.bide.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Holds the commands about one topic. */
@Command(
    name = "topic",
    header = "Show a topic, or change its settings.",
    synopsisSubcommandLabel = "(show | set)",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {"  bide topic show orders", "  bide topic set orders --lease 2m --max-attempts 5"})
final class TopicCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;

  static CommandLine in(Terminal terminal) {
    return new CommandLine(new TopicCommand())
        .addSubcommand(new TopicShowCommand(terminal))
        .addSubcommand(new TopicSetCommand(terminal));
  }
}
