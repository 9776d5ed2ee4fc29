package io.bide.server.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Teaches a shell the commands and their options. */
@Command(
    name = "completion",
    header = "Print a script that lets a shell complete commands and options.",
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  source <(bide completion bash)",
      "  bide completion zsh > ~/.bide-completion && echo 'source ~/.bide-completion' >> ~/.zshrc"
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells it knows. */
  enum Shell {
    bash,
    zsh
  }

  private final Terminal terminal;

  @Spec
  private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "bash|zsh", description = "Your shell.")
  private Shell shell = Shell.bash;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("used before the command line was read");
    }
    CommandSpec root = spec.root();
    terminal
        .out()
        .print(
            switch (shell) {
              // The script finds out itself in which of the two it runs.
              case bash, zsh -> AutoComplete.bash(root.name(), root.commandLine());
            });
    return ExitCode.OK;
  }
}
