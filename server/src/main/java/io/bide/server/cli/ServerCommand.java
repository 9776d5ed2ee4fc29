package io.bide.server.cli;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that speaks with a running server. */
abstract class ServerCommand implements Callable<Integer> {
  static final String EXAMPLE = "%nExample:%n";
  private static final char UNREADABLE = '\ufffd';

  private final Terminal terminal;

  @Mixin
  private final ServerOptions server = new ServerOptions();

  @Spec
  private @Nullable CommandSpec spec;

  ServerCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * Does it.
   *
   * @return whether all went well; what did not was told
   */
  abstract boolean run(Session session);

  @Override
  public final Integer call() {
    checkReadable();
    try {
      Session session = new Session(
          terminal,
          server.remote(terminal.environment()),
          server.paths(terminal.environment()),
          server.json());
      return run(session) ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (Failure failure) {
      tell(failure);
      return ExitCode.SOFTWARE;
    }
  }

  /** What the locale cannot read, the JVM replaces; that must not become part of a message. */
  private void checkReadable() {
    if (spec().commandLine().getParseResult().originalArgs().stream()
        .anyMatch(argument -> argument.indexOf(UNREADABLE) >= 0)) {
      throw misuse("an argument has characters that this locale cannot read; set LC_ALL=C.UTF-8, or"
          + " give the body by '-' or --file");
    }
  }

  private void tell(Failure failure) {
    String answer = failure.answer();
    if (server.json() && answer != null) {
      terminal.out().println(answer);
    }
    terminal.err().println("bide: " + failure.getMessage());
    if (failure.hint() != null) {
      terminal.err().println(failure.hint());
    }
  }

  /** The arguments make no sense together. */
  final ParameterException misuse(String message) {
    return new ParameterException(spec().commandLine(), message);
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("used before the command line was read");
    }
    return spec;
  }

  /** What somebody wrote, read by a rule that says what is wrong with it. */
  final <T> T read(String option, Supplier<T> rule) {
    try {
      return rule.get();
    } catch (IllegalArgumentException e) {
      throw misuse(option + ": " + e.getMessage());
    }
  }
}
