package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the command refuses, before it starts anything. */
class BenchCommandTest {
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine bide = Main.commandLine(Map.of());
    bide.setErr(new PrintWriter(err, true));
    bide.getSubcommands().values().forEach(command -> command.setErr(new PrintWriter(err, true)));
    return bide.execute(arguments);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          --connections 0  | connections is 0; it must be at least 1
          --put-batch=-3   | put-batch is -3; it must be at least 1
          --warmup=-1      | warmup is -1; it must be 0 or more seconds
          --seconds many   | many
          --url https://x  | the url https://x is none that bench can use
          --store sqlite   | the store is none; allowed: rocksdb, or a Redis
          --url x:y:z      | it must be like http://127.0.0.1:9277
          puts             | there is no scenario puts; there are [put, cycle, late, burst, idle-polls, client, push]
          --conections 3   | did you mean --connections?
          """)
  void aWrongOption_isNamedWithWhatIsAllowed(String arguments, String message) {
    String[] all = ("bench " + arguments).split(" ", -1);
    assertThat(run(all)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(message).contains("bide bench --help");
  }

  @Test
  void aServerThatIsNotThere_isToldWithWhatToDo() {
    assertThat(run("bench", "put", "--url", "http://127.0.0.1:1"))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(err.toString())
        .contains("nothing listens at http://127.0.0.1:1; leave out --url to start a server");
  }
}
