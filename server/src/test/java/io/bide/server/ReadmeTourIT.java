package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tour of the README, word for word, except that the port is a free one. */
class ReadmeTourIT {
  private static final String BEGIN = "<!-- Kept true by ReadmeTourIT. -->\n```sh\n";

  @TempDir
  Path directory;

  @Test
  void tour_ofTheReadme_worksAsItStands() throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    int from = readme.indexOf(BEGIN) + BEGIN.length();
    String tour = readme.substring(from, readme.indexOf("```", from));
    try (ServerProcess server = ServerProcess.serve(directory)) {
      Process shell = new ProcessBuilder(
              "sh",
              "-ec",
              tour.replace("http://127.0.0.1:9277", server.address().toString()))
          .directory(directory.toFile())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(shell.waitFor()).as(output).isZero();
      assertThat(output)
          .containsSubsequence(
              "\"status\":\"stored\",\"id\":\"order-4711\"",
              "\"status\":\"cancelled\"",
              "\"status\":\"stored\",\"id\":\"order-4712\"",
              "\"body\":{\"close\": 4712}",
              "\"status\":\"ok\"",
              "\"done\":1");
    }
  }
}
