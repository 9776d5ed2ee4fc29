package io.bide.server.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The commands that speak with a running server, and the one that teaches them to a shell. */
public final class ClientCommands {
  private static final int WIDTH = 100;

  private ClientCommands() {}

  /** All of them, in the order in which help shows them. */
  public static List<CommandLine> in(Terminal terminal) {
    Stream<Object> commands = Stream.of(
        new PutCommand(terminal),
        new PushCommand(terminal),
        new ClaimCommand(terminal),
        new AckCommand(terminal),
        new ReleaseCommand(terminal),
        new ExtendCommand(terminal),
        new PeekCommand(terminal),
        new CancelCommand(terminal),
        new RescheduleCommand(terminal),
        new TopicsCommand(terminal),
        TopicCommand.in(terminal),
        SubscriptionCommand.in(terminal),
        new BrowseCommand(terminal),
        new TailCommand(terminal),
        new RedriveCommand(terminal),
        new PauseCommand(terminal),
        new ResumeCommand(terminal),
        new PurgeCommand(terminal),
        ImportCommand.in(terminal),
        new CompletionCommand(terminal));
    return commands
        .map(command -> command instanceof CommandLine line ? line : new CommandLine(command))
        .map(ClientCommands::laidOut)
        .toList();
  }

  /** Gives the help of a command and of those below it some air. */
  private static CommandLine laidOut(CommandLine command) {
    command
        .setUsageHelpWidth(WIDTH)
        .getCommandSpec()
        .usageMessage()
        .synopsisHeading("%nUsage: ")
        .descriptionHeading("%n")
        .parameterListHeading("%n")
        .optionListHeading("%n")
        .commandListHeading("%n");
    command.getSubcommands().values().forEach(ClientCommands::laidOut);
    return command;
  }
}
