package io.bide.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Holds the commands that take over what another system has. */
@Command(
    name = "import",
    header = "Take over what is pending in the Redis of another delay queue.",
    synopsisSubcommandLabel = "(camellia | ouqiang)",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide import camellia --redis redis://10.0.0.1:6379 --dry-run",
      "  bide import ouqiang --redis redis://10.0.0.1:6379/1"
    })
final class ImportCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;

  static CommandLine in(Terminal terminal) {
    return new CommandLine(new ImportCommand())
        .addSubcommand(new ImportCamelliaCommand(terminal))
        .addSubcommand(new ImportOuqiangCommand(terminal));
  }
}
