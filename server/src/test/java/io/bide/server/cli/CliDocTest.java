package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.ManualClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The document of the command line says what the commands say of themselves. */
class CliDocTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "cli.md");
  private static final Path EXPECTED = Path.of("target", "cli-commands.md");

  /** What all commands share is described once. */
  private static final List<String> SHARED =
      List.of("--url", "--key", "--cacert", "--namespace", "--json", "-h", "--help");

  private final List<CommandSpec> commands = commands();

  @Test
  void document_holdsEveryCommandAsItDescribesItself() throws IOException {
    String expected = commands.stream().map(CliDocTest::section).collect(Collectors.joining("\n"));
    Files.createDirectories(EXPECTED.getParent());
    Files.writeString(EXPECTED, expected);

    assertThat(Files.readString(DOCUMENT))
        .as(
            "the part of %s from the first command on; what it should be is in %s",
            DOCUMENT, EXPECTED)
        .endsWith(expected);
  }

  @Test
  void document_describesTheSharedOptions() throws IOException {
    String document = Files.readString(DOCUMENT);

    for (OptionSpec option : commands.get(0).options()) {
      if (SHARED.contains(option.longestName())) {
        assertThat(document).contains(row(option));
      }
    }
  }

  @Test
  void everyCommand_hasAHeaderAnExampleAndDescribedArguments() {
    assertThat(commands).hasSize(29);
    for (CommandSpec command : commands) {
      assertThat(command.usageMessage().header()).as(command.name()).hasSize(1);
      assertThat(command.usageMessage().footer()).as(command.name()).isNotEmpty();
      assertThat(command.usageMessage().footer())
          .as(command.name())
          .allMatch(line -> line.contains(command.qualifiedName()));
      assertThat(command.args()).allMatch(arg -> arg.description().length == 1);
    }
  }

  private static String section(CommandSpec command) {
    List<String> lines = new ArrayList<>();
    lines.add("## " + command.qualifiedName());
    lines.add("");
    lines.add(text(command.usageMessage().header()));
    for (String paragraph : command.usageMessage().description()) {
      if (!paragraph.isEmpty()) {
        lines.addAll(List.of("", paragraph));
      }
    }
    lines.add("");
    lines.add("```");
    Arrays.stream(command.usageMessage().footer()).map(String::strip).forEach(lines::add);
    lines.add("```");
    List<ArgSpec> own = own(command);
    if (!own.isEmpty()) {
      lines.addAll(List.of("", "| | |", "|---|---|"));
      own.forEach(arg -> lines.add(row(arg)));
    }
    lines.add("");
    return String.join("\n", lines);
  }

  private static List<ArgSpec> own(CommandSpec command) {
    List<ArgSpec> own = new ArrayList<>(command.positionalParameters());
    command.options().stream()
        .filter(option -> !SHARED.contains(option.longestName()))
        .forEach(own::add);
    return own;
  }

  private static String row(ArgSpec arg) {
    String names = arg instanceof OptionSpec option
        ? Arrays.stream(option.names())
            .map(name -> name(option, name))
            .collect(Collectors.joining(", "))
        : "`" + arg.paramLabel() + (((PositionalParamSpec) arg).arity().max() > 1 ? "…" : "") + "`";
    return "| " + names.replace("|", "\\|") + " | " + text(arg.description()).replace("|", "\\|")
        + " |";
  }

  private static String name(OptionSpec option, String name) {
    String negated = option.negatable() ? ", `--no-" + name.substring(2) + "`" : "";
    return "`" + name + (option.arity().max() == 0 ? "" : " " + option.paramLabel()) + "`"
        + negated;
  }

  private static String text(String[] lines) {
    return String.join(" ", lines);
  }

  private static List<CommandSpec> commands() {
    Terminal terminal = new Terminal(
        InputStream.nullInputStream(),
        System.out,
        System.err,
        false,
        ZoneId.of("UTC"),
        new ManualClock(),
        Map.of(),
        time -> {});
    List<CommandSpec> commands = new ArrayList<>();
    for (CommandLine command : Shell.bide(terminal).getSubcommands().values()) {
      if (command.getSubcommands().isEmpty()) {
        commands.add(command.getCommandSpec());
      }
      command.getSubcommands().values().forEach(sub -> commands.add(sub.getCommandSpec()));
    }
    return commands;
  }
}
