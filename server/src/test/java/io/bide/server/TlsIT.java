package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.Put;
import io.bide.client.BideClient;
import io.bide.testing.Await;
import io.vertx.core.json.JsonObject;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS by PEM files, with a certificate made for the test. */
class TlsIT {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir
  static Path certificates;

  @TempDir
  Path directory;

  private static Path certificate;
  private static Path key;
  private static KeyStore trusted;

  @BeforeAll
  static void makeCertificate() throws Exception {
    Path store = certificates.resolve("store.p12");
    Process keytool = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "bide",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-dname",
            "CN=localhost",
            "-ext",
            "san=dns:localhost,ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            "changeit")
        .redirectErrorStream(true)
        .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("bide", keys.getCertificate("bide"));
    certificate = pem("cert.pem", "CERTIFICATE", keys.getCertificate("bide").getEncoded());
    key = pem("key.pem", "PRIVATE KEY", keys.getKey("bide", PASSWORD).getEncoded());
  }

  private static Path pem(String file, String what, byte[] content) throws Exception {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        certificates.resolve(file),
        "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
  }

  @Test
  void curls_thatItPrints_workOverTls() throws Exception {
    try (ServerProcess server = ServerProcess.serve(
        directory, "--tls-certificate", certificate.toString(), "--tls-key", key.toString())) {
      assertThat(server.address()).hasScheme("https");

      assertThat(shell(server.curls().get(0)).getString("status")).isEqualTo("stored");
      assertThat(shell(server.curls().get(1)).getJsonArray("messages")).hasSize(1);
    }
  }

  @Test
  void client_worksOverTlsIfItTrustsTheCertificate() throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext ssl = SSLContext.getInstance("TLS");
    ssl.init(null, trust.getTrustManagers(), null);
    try (ServerProcess server = ServerProcess.serve(
            directory, "--tls-certificate", certificate.toString(), "--tls-key", key.toString());
        BideClient trusting =
            BideClient.builder(server.address().toString()).ssl(ssl).build();
        BideClient distrusting =
            BideClient.builder(server.address().toString()).retries(0).build()) {
      assertThat(Await.value(trusting.put(Put.to("orders").build())).stored()).isTrue();
      assertThatThrownBy(() -> Await.value(distrusting.put(Put.to("orders").build())))
          .hasMessageContaining("cannot be reached")
          .hasMessageContaining("PKIX");
    }
  }

  @Test
  void start_withFilesThatAreNoPem_saysSoInOneLine() throws Exception {
    Path garbage = Files.writeString(directory.resolve("garbage.pem"), "garbage");
    for (String[] files : new String[][] {
      {garbage.toString(), key.toString()},
      {certificate.toString(), garbage.toString()},
      {certificate.toString(), "missing.pem"},
      {"missing.pem", key.toString()},
    }) {
      try (ServerProcess server = ServerProcess.run(
          directory,
          "serve",
          "--port",
          "0",
          "--tls-certificate",
          files[0],
          "--tls-key",
          files[1])) {
        assertThat(server.exitCode()).as(server.output()).isEqualTo(1);
        assertThat(server.said())
            .startsWith("bide: cannot listen with TLS (tls.certificate is " + files[0])
            .contains("tls.key is " + files[1])
            .doesNotContain("\n");
      }
    }
  }

  private static JsonObject shell(String command) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", command)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(command).isZero();
    return new JsonObject(output);
  }
}
