package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Topic;
import io.bide.server.http.FrontConfig;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TroubleIT {
  private static final String STORED =
      "{\"status\":\"stored\",\"id\":\"a\",\"topic\":\"orders\",\"due\":1893456000000}";

  private final Shell shell = new Shell(new ManualClock());

  @Test
  void command_withoutServer_saysWhereItLookedAndHowToStartOne() {
    assertThat(shell.run("topics", "--url", "http://127.0.0.1:1"))
        .isEqualTo(new Shell.Run(1, "", """
            bide: no server answers at http://127.0.0.1:1
            Start one with 'bide serve', or name another one with --url or $BIDE_URL.
            """));
  }

  @Test
  void command_withAWrongAddress_isMisuse() {
    for (String url : List.of("localhost:9277", "ftp://host", "http://", "a b", "http://h/?x=1")) {
      assertThat(shell.run("topics", "--url", url))
          .isEqualTo(new Shell.Run(
              2, "", "--url is '" + url + "'; give one like http://127.0.0.1:9277\n"));
    }
  }

  @Test
  void command_withoutAKeyThatIsNeeded_saysHowToPassOne() {
    try (TestServer server = TestServer.withKeys()) {
      Shell keyed = Shell.on(server);

      assertThat(keyed.run("put", "orders", "x"))
          .isEqualTo(new Shell.Run(
              1,
              "",
              "bide: this server wants a key (unauthorized)\n"
                  + "Pass a key with --key or $BIDE_KEY; 'bide keys add' on the server's machine makes"
                  + " one.\n"));
      assertThat(keyed.run("put", "orders", "x", "--key", TestServer.MASTER_KEY).exit())
          .isZero();
      assertThat(keyed.set("BIDE_KEY", TestServer.MASTER_KEY).run("topics").exit())
          .isZero();
    }
  }

  @Test
  void command_withAKeyThatDoesNotAllowIt_saysSo() {
    try (TestServer server = TestServer.withKeys()) {
      Shell.Run run = Shell.on(server).run("topics", "--key", TestServer.PUT_KEY);

      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err())
          .contains("(forbidden)\n")
          .endsWith("Pass a key that allows it with --key or $BIDE_KEY; 'bide keys list' shows"
              + " them.\n");
    }
  }

  @Test
  void command_toAnotherKindOfServer_saysThatItIsNone() throws IOException {
    try (Scripted other = new Scripted(answer(404, "<html>not here</html>"), answer(200, "hi"))) {
      assertThat(shell.run("topics", "--url", other.url()))
          .isEqualTo(new Shell.Run(
              1,
              "",
              "bide: " + other.url()
                  + " answered with status 404, but not as a Bide server does\n"
                  + "Check --url or $BIDE_URL.\n"));
      assertThat(shell.run("topics", "--url", other.url()).err()).isEqualTo("""
              bide: what answered (status 200) does not speak like a Bide server
              Check --url or $BIDE_URL.
              """);
    }
  }

  @Test
  void put_whoseConnectionIsLost_isRepeatedWithTheSameKey() throws IOException {
    try (Scripted server = new Scripted("", "", answer(201, STORED))) {
      Shell.Run run = shell.run("put", "orders", "x", "--url", server.url());

      assertThat(run)
          .isEqualTo(
              new Shell.Run(0, "stored a in orders, due 2030-01-01T00:00:00.000Z (now)\n", ""));
      assertThat(server.keys()).hasSize(3);
      assertThat(server.keys().get(0)).isNotEmpty();
      assertThat(server.keys()).containsOnly(server.keys().get(0));
    }
  }

  @Test
  void put_whoseConnectionIsLostAgainAndAgain_saysHowToRepeatIt() throws IOException {
    try (Scripted server = new Scripted("", "", "")) {
      assertThat(shell.run("put", "orders", "x", "--url", server.url(), "--idempotency-key", "k1"))
          .isEqualTo(new Shell.Run(
              1,
              "",
              "bide: the connection to " + server.url()
                  + " was lost; nobody can tell whether it happened\n"
                  + "Run it again with --idempotency-key k1: it is stored once.\n"));
    }
  }

  @Test
  void ack_whoseConnectionIsLost_isNotRepeated() throws IOException {
    try (Scripted server = new Scripted("", answer(200, "{\"results\":[]}"))) {
      assertThat(shell.run("ack", "receipt", "--url", server.url()))
          .isEqualTo(new Shell.Run(
              1,
              "",
              "bide: the connection to " + server.url()
                  + " was lost; nobody can tell whether it happened\n"));
      assertThat(server.keys()).hasSize(1);
    }
  }

  @Test
  void command_thatTheServerCannotDoNow_saysToTryAgain() throws IOException {
    String problem = "{\"code\":\"overloaded\",\"title\":\"Too much at once\",\"detail\":\"too many"
        + " puts\",\"retryable\":true,\"outcome\":\"did-not-happen\"}";
    try (Scripted server = new Scripted(answer(429, problem))) {
      assertThat(shell.run("put", "orders", "x", "--url", server.url(), "--json"))
          .isEqualTo(new Shell.Run(
              1,
              problem + "\n",
              "bide: too many puts (overloaded)\nIt may work if you try again in a moment.\n"));
    }
  }

  @Test
  void command_overTls_needsToKnowTheCertificate(@TempDir Path directory) throws Exception {
    FrontConfig.Tls tls = OwnCertificate.in(directory);
    try (TestServer server = TestServer.withTls(tls)) {
      Shell secure = Shell.on(server);

      Shell.Run unknown = secure.run("put", "orders", "x");
      assertThat(unknown.exit()).isEqualTo(1);
      assertThat(unknown.err())
          .startsWith("bide: no safe connection to " + server.url() + ": ")
          .endsWith("If its certificate is your own, name it with --cacert or $BIDE_CACERT.\n");

      String trusted = tls.certificate();
      assertThat(secure.run("put", "orders", "x", "--cacert", trusted).err()).isEmpty();
      assertThat(secure.set("BIDE_CACERT", trusted).run("put", "orders", "x").err())
          .isEmpty();
      assertThat(Await.value(server.queue().stats(Topic.of("orders"))).counts()).isNotEmpty();

      Path garbage = Files.writeString(directory.resolve("garbage.pem"), "garbage");
      assertThat(secure.run("topics", "--cacert", garbage.toString()).err())
          .startsWith("bide: the certificates in " + garbage + " cannot be read: ")
          .endsWith("--cacert takes a file of certificates in PEM format.\n");
    }
  }

  private static String answer(int status, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return "HTTP/1.1 " + status + " x\r\nContent-Length: " + length
        + "\r\nConnection: close\r\n\r\n" + body;
  }

  /** Gives one answer to each connection and closes it; an empty answer is a lost connection. */
  private static final class Scripted implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final List<String> keys = new ArrayList<>();

    Scripted(String... answers) throws IOException {
      Thread thread = new Thread(() -> serve(answers), "bide-test-scripted");
      thread.setDaemon(true);
      thread.start();
    }

    private void serve(String... answers) {
      try {
        for (String answer : answers) {
          try (Socket connection = socket.accept()) {
            String request = request(connection.getInputStream());
            synchronized (keys) {
              keys.add(key(request));
            }
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
          }
        }
      } catch (IOException e) {
        // Closed before the script was over; whoever counts the requests sees it.
        synchronized (keys) {
          keys.add("ended: " + e.getMessage());
        }
      }
    }

    /** The head, and all of the body: whoever closes with something unread takes back the answer. */
    private static String request(InputStream in) throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("the connection ended within the head");
        }
        head.append((char) next);
      }
      String length = header(head.toString(), "content-length");
      byte[] body = in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length));
      return head + new String(body, StandardCharsets.UTF_8);
    }

    private static String key(String request) {
      return header(request, "idempotency-key");
    }

    private static String header(String head, String name) {
      return head.lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("");
    }

    String url() {
      return "http://127.0.0.1:" + socket.getLocalPort();
    }

    List<String> keys() {
      synchronized (keys) {
        return List.copyOf(keys);
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
