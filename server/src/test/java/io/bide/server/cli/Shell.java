package io.bide.server.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs commands in this process, as a shell would. */
final class Shell {
  /** What a command has done. */
  record Run(int exit, String out, String err) {}

  @Command(name = "bide")
  private static final class Top {}

  private final InstantSource clock;
  private final Map<String, String> environment = new HashMap<>();
  private byte[] input = new byte[0];
  private boolean colours;
  private ZoneId zone = ZoneId.of("UTC");
  private Terminal.Pause pause = time -> {
    throw new AssertionError("nobody was expected to wait");
  };

  Shell(InstantSource clock) {
    this.clock = clock;
  }

  /** A shell whose commands speak with this server. */
  static Shell on(TestServer server) {
    return new Shell(server.clock()).set("BIDE_URL", server.url());
  }

  Shell set(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Shell input(String text) {
    return input(text.getBytes(StandardCharsets.UTF_8));
  }

  Shell input(byte[] bytes) {
    input = bytes.clone();
    return this;
  }

  Shell colours() {
    colours = true;
    return this;
  }

  Shell zone(String id) {
    zone = ZoneId.of(id);
    return this;
  }

  Shell pause(Terminal.Pause how) {
    pause = how;
    return this;
  }

  Run run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(
        new ByteArrayInputStream(input),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        colours,
        zone,
        clock,
        environment,
        pause);
    int exit = bide(terminal).execute(arguments);
    return new Run(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  static CommandLine bide(Terminal terminal) {
    CommandLine bide = new CommandLine(new Top());
    ClientCommands.in(terminal).forEach(bide::addSubcommand);
    return bide.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
        .setParameterExceptionHandler((wrong, arguments) -> {
          terminal.err().println(wrong.getMessage());
          return CommandLine.ExitCode.USAGE;
        });
  }
}
