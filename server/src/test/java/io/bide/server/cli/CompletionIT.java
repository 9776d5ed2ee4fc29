package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.ManualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionIT {
  private final Shell shell = new Shell(new ManualClock());

  @Test
  void completion_forBash_isAcceptedByIt(@TempDir Path directory) throws Exception {
    Path script = write(directory);

    assertThat(bash("-n", script.toString())).isEmpty();
  }

  @Test
  void completion_ofTheFirstWordAndOfOptions_offersThem(@TempDir Path directory) throws Exception {
    // Only while a person is typing there is something whose options could be set.
    String source = "compopt() { :; }; source '" + write(directory) + "'; ";

    assertThat(bash("-c", source + completing("bide", "re")))
        .isEqualTo("redrive release reschedule resume");
    assertThat(bash("-c", source + completing("bide", "claim", "--wa"))).isEqualTo("--wait");
    assertThat(bash("-c", source + completing("bide", "topic", "s"))).isEqualTo("set show");
  }

  @Test
  void completion_forZsh_isTheSameScript() {
    assertThat(shell.run("completion", "zsh").out())
        .isEqualTo(shell.run("completion", "bash").out())
        .contains("bashcompinit");
  }

  @Test
  void completion_forAnUnknownShell_isMisuse() {
    assertThat(shell.run("completion", "fish").exit()).isEqualTo(2);
    assertThat(shell.run("completion").exit()).isEqualTo(2);
  }

  private Path write(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("bide.sh"), shell.run("completion", "bash").out());
  }

  /** Has bash complete the last of these words, and prints what it offers. */
  private static String completing(String... words) {
    String line = String.join(" ", words);
    return "COMP_WORDS=(" + line + "); COMP_CWORD=" + (words.length - 1) + "; COMP_LINE='" + line
        + "'; _complete_bide >/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\" | sed 's/ *$//'"
        + " | sort | paste -sd' '";
  }

  private static String bash(String... arguments) throws IOException, InterruptedException {
    String[] command = new String[arguments.length + 1];
    command[0] = "bash";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    return out.strip();
  }
}
