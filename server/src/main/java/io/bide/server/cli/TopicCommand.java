package io.bide.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import org.jspecify.annotations.Nullable;

/** Holds the commands about one topic. */
@Command(
    name = "topic",
    header = "Show a topic, or change its settings.",
    synopsisSubcommandLabel = "(show | set)",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {"  bide topic show orders", "  bide topic set orders --lease 2m --max-attempts 5"})
final class TopicCommand implements Runnable {
  @Spec
  private @Nullable CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  static CommandLine in(Terminal terminal) {
    return new CommandLine(new TopicCommand())
        .addSubcommand(new TopicShowCommand(terminal))
        .addSubcommand(new TopicSetCommand(terminal));
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "say what to do with the topic: show or set");
    }
  }
}
