package io.bide.server;

import io.bide.server.cli.ClientCommands;
import io.bide.server.cli.Terminal;
import io.bide.server.settings.Similar;
import io.bide.server.settings.WrongSetting;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code bide}. */
@Command(
    name = "bide",
    description = "A durable delay queue: put a message now, it is handed out at its due time.",
    versionProvider = Main.VersionText.class,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class Main {
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Bide " + Version.text()};
    }
  }

  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine(System.getenv()).execute(args));
  }

  /** The command with all its subcommands: the only list of them. */
  static CommandLine commandLine(Map<String, String> environment) {
    CommandLine bide = new CommandLine(new Main())
        .addSubcommand(ServeCommand.of(environment))
        .addSubcommand(KeysCommand.of(environment))
        .addSubcommand(new BenchCommand());
    ClientCommands.in(Terminal.ofThisProcess(environment)).forEach(bide::addSubcommand);
    // A body may begin with an at sign.
    bide.setExpandAtFiles(false);
    // An empty command line asks what there is.
    bide.setExecutionStrategy(Main::runLastOrShowUsage);
    bide.setParameterExceptionHandler(Main::explain);
    bide.setExecutionExceptionHandler(Main::explain);
    return bide;
  }

  private static int runLastOrShowUsage(ParseResult result) {
    ParseResult last = result;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandLine command = last.commandSpec().commandLine();
    boolean asksForHelp = CommandLine.printHelpIfRequested(result);
    if (!asksForHelp && !command.getSubcommands().isEmpty()) {
      command.usage(command.getErr());
      return CommandLine.ExitCode.USAGE;
    }
    return asksForHelp ? CommandLine.ExitCode.OK : new CommandLine.RunLast().execute(result);
  }

  /** One line that says what is wrong, and where to read on. */
  private static int explain(ParameterException wrong, String[] args) {
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    PrintWriter err = wrong.getCommandLine().getErr();
    err.println(
        "bide: " + message(wrong, command) + " See \"" + command.qualifiedName() + " --help\".");
    return CommandLine.ExitCode.USAGE;
  }

  private static String message(ParameterException wrong, CommandSpec command) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
      return wrong.getMessage() + ".";
    }
    // Once one word is not understood, those after it need not be either.
    List<String> words = unmatched.getUnmatched();
    String name = words.get(0).split("=", 2)[0];
    Stream<String> known = name.startsWith("-")
        ? command.optionsMap().keySet().stream()
        : command.subcommands().keySet().stream();
    String similar = Similar.to(name, known);
    // The value of an option that is not understood may be a secret.
    return "there is no "
        + (name.startsWith("-")
            ? "option " + name
            : "command or argument " + String.join(" ", words))
        + (similar == null ? "." : "; did you mean " + similar + "?");
  }

  private static int explain(Exception failure, CommandLine command, ParseResult result)
      throws Exception {
    if (failure instanceof WrongSetting) {
      command.getErr().println("bide: " + failure.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    if (failure instanceof OperatorException) {
      command.getErr().println("bide: " + failure.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
    throw failure;
  }
}
