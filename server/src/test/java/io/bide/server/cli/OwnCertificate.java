package io.bide.server.cli;

import io.bide.server.http.FrontConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate that nobody else has signed, for 127.0.0.1, made by the JDK's own tool. */
final class OwnCertificate {
  private static final String PASSWORD = "changeit";

  private OwnCertificate() {}

  /** Makes one as two PEM files. */
  static FrontConfig.Tls in(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = directory.resolve("own.p12");
    int exit = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "own",
            "-keyalg",
            "EC",
            "-dname",
            "CN=127.0.0.1",
            "-ext",
            "san=ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            file.toString(),
            "-storepass",
            PASSWORD)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("keytool.log").toFile())
        .start()
        .waitFor();
    if (exit != 0) {
      throw new IOException("keytool ended with " + exit);
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    byte[] key = store.getKey("own", PASSWORD.toCharArray()).getEncoded();
    return new FrontConfig.Tls(
        pem(directory, "CERTIFICATE", store.getCertificate("own").getEncoded()),
        pem(directory, "PRIVATE KEY", key));
  }

  private static String pem(Path directory, String kind, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
            directory.resolve(kind + ".pem"),
            "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n")
        .toString();
  }
}
