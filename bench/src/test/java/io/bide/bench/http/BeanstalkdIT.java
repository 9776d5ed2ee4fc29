package io.bide.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a stand-in, since the real one is not everywhere. */
class BeanstalkdIT {
  @TempDir
  Path directory;

  private Path program(String... first) throws IOException {
    Path script = directory.resolve("beanstalkd");
    Files.writeString(
        script,
        "#!/bin/sh\nexec " + System.getProperty("java.home") + "/bin/java -cp '"
            + System.getProperty("java.class.path") + "' '" + StandIn.class.getName() + "' "
            + String.join(" ", first) + " \"$@\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  @Test
  void putsThatAreInserted_areCounted() throws IOException {
    try (Beanstalkd beanstalkd = Beanstalkd.start(program(), 2, 150, "-f0")) {
      Tally tally = new Tally();
      beanstalkd.turn(0.3, tally);
      assertThat(tally.messages()).isPositive();
    }
  }

  @Test
  void aPutThatIsRefused_endsTheRun() throws IOException {
    try (Beanstalkd beanstalkd = Beanstalkd.start(program("DRAINING"), 2, 150)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> beanstalkd.turn(0.3, new Tally()))
          .withMessageContaining("DRAINING");
    }
  }

  @Test
  void aProgramThatEnds_didNotStart() throws IOException {
    Path program = directory.resolve("ends");
    Files.writeString(program, "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertThatIllegalStateException()
        .isThrownBy(() -> Beanstalkd.start(program, 2, 150))
        .withMessage("beanstalkd did not start");
  }

  /** Says {@code INSERTED}, or another word if it is given one, to every put of the right size. */
  static final class StandIn {
    private StandIn() {}

    public static void main(String[] args) throws IOException {
      List<String> arguments = List.of(args);
      String word = args[0].startsWith("-") ? "INSERTED 1" : args[0];
      int port = Integer.parseInt(arguments.get(arguments.indexOf("-p") + 1));
      try (ServerSocket server = new ServerSocket(port, 9, InetAddress.getLoopbackAddress())) {
        while (true) {
          Socket socket = server.accept();
          new Thread(() -> serve(socket, word)).start();
        }
      }
    }

    private static void serve(Socket socket, String word) {
      try (socket) {
        BufferedReader in = new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        for (String put = in.readLine(); put != null; put = in.readLine()) {
          String[] words = put.split(" ", -1);
          boolean good = words[0].equals("put")
              && in.readLine().length() == Integer.parseInt(words[words.length - 1]);
          socket
              .getOutputStream()
              .write(((good ? word : "BAD_FORMAT") + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
