package io.bide.testing.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process is killed while its handlers run: the next one handles what was not acknowledged. */
@Timeout(240)
class KilledWorkerIT {
  private static final String BEGIN = "begin ";
  private static final String END = "end ";

  @TempDir
  Path directory;

  private Process process;

  @AfterEach
  void end() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Test
  void workerKilledInTheMiddleOfItsHandlers_losesNothing() throws Exception {
    Set<String> begun = new HashSet<>();
    Set<String> ended = new HashSet<>();
    start("first");
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      while (begun.size() < WorkerProcess.MESSAGES) {
        String line = out.readLine();
        assertThat(line).as("what the process says").isNotNull();
        note(line, begun, ended);
      }
      // By the handle: destroying the process would close the pipe and lose what is in it.
      process.toHandle().destroyForcibly();
      noteAll(out, begun, ended);
    }
    process.waitFor();
    assertThat(begun.size() - ended.size()).isGreaterThanOrEqualTo(WorkerProcess.STUCK);

    Set<String> begunAgain = new HashSet<>();
    Set<String> endedAgain = new HashSet<>();
    start("next");
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      noteAll(out, begunAgain, endedAgain);
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();

    begun.removeAll(ended);
    assertThat(endedAgain).as("what was begun and not ended").containsAll(begun);
    ended.addAll(endedAgain);
    assertThat(ended)
        .isEqualTo(IntStream.range(0, WorkerProcess.MESSAGES)
            .mapToObj(i -> "m" + i)
            .collect(Collectors.toSet()));
  }

  private static void noteAll(BufferedReader out, Set<String> begun, Set<String> ended)
      throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      note(line, begun, ended);
    }
  }

  private static void note(String line, Set<String> begun, Set<String> ended) {
    if (line.startsWith(BEGIN)) {
      begun.add(line.substring(BEGIN.length()));
    } else if (line.startsWith(END)) {
      ended.add(line.substring(END.length()));
    }
  }

  private void start(String mode) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-cp",
            System.getProperty("java.class.path"),
            WorkerProcess.class.getName(),
            directory.resolve("data").toString(),
            mode))
        .redirectError(ProcessBuilder.Redirect.INHERIT);
    // A killed process cannot remove the native library it unpacked.
    builder.environment().put("ROCKSDB_SHAREDLIB_DIR", directory.toString());
    process = builder.start();
  }
}
