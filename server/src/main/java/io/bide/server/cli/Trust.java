package io.bide.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Whose certificates are believed: those the JVM believes, and those of a file. */
final class Trust {
  private Trust() {}

  static @Nullable SSLContext in(@Nullable Path file) {
    if (file == null) {
      return null;
    }
    try (InputStream pem = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate own : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("file-" + number++, own);
      }
      for (X509Certificate usual : usual()) {
        store.setCertificateEntry("usual-" + number++, usual);
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(store), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new Failure(
          "the certificates in " + file + " cannot be read: " + e.getMessage(),
          "--cacert takes a file of certificates in PEM format.");
    }
  }

  private static X509Certificate[] usual() throws GeneralSecurityException {
    return Arrays.stream(managers(null))
        .filter(X509TrustManager.class::isInstance)
        .flatMap(manager -> Arrays.stream(((X509TrustManager) manager).getAcceptedIssuers()))
        .toArray(X509Certificate[]::new);
  }

  private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
