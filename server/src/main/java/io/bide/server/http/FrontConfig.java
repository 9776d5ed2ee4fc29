package io.bide.server.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the server listens, and how much it takes from one caller.
 *
 * @param port zero for any free one
 * @param loops how many threads serve connections
 * @param tls absent for plain HTTP
 * @param maxRequestBytes the largest body of a request
 * @param maxReadingBytes the size of all bodies together that are being read
 * @param maxHeaderBytes the largest head of a request
 * @param maxUrlBytes the longest first line of a request
 * @param maxConnections how many connections there may be
 * @param requestTimeout how long a request may take to arrive
 * @param idleTimeout how long a connection may be silent; longer than any claim waits
 */
public record FrontConfig(
    String host,
    int port,
    int loops,
    @Nullable Tls tls,
    int maxRequestBytes,
    long maxReadingBytes,
    int maxHeaderBytes,
    int maxUrlBytes,
    int maxConnections,
    Duration requestTimeout,
    Duration idleTimeout) {
  /** Files in PEM format: the certificate with its chain, and its key. */
  public record Tls(String certificate, String key) {}

  /** The same at another port. */
  FrontConfig at(int otherPort) {
    return new FrontConfig(
        host,
        otherPort,
        loops,
        tls,
        maxRequestBytes,
        maxReadingBytes,
        maxHeaderBytes,
        maxUrlBytes,
        maxConnections,
        requestTimeout,
        idleTimeout);
  }
}
