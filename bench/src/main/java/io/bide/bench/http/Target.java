package io.bide.bench.http;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/**
 * Where a server listens.
 *
 * @param key an API key; empty for none
 * @param dialect in what it is spoken to
 */
record Target(String host, int port, String key, Dialect dialect) {
  private static final int HTTP_PORT = 80;

  static Target local(int port) {
    return new Target("127.0.0.1", port, "", Dialect.REST);
  }

  /** What {@code --url} and {@code --key} say. */
  static Target parse(String url, String key) {
    try {
      URI uri = new URI(url);
      boolean plain = "http".equals(uri.getScheme()) && uri.getHost() != null;
      boolean bare =
          uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/");
      if (plain && bare && uri.getQuery() == null) {
        return new Target(
            uri.getHost(), uri.getPort() < 0 ? HTTP_PORT : uri.getPort(), key, Dialect.REST);
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(wrong(url), e);
    }
    throw new IllegalArgumentException(wrong(url));
  }

  private static String wrong(String url) {
    return "the url " + url + " is none that bench can use; it must be like http://127.0.0.1:9277,"
        + " without TLS and without a path";
  }

  /** The same server, spoken to in another way. */
  Target in(Dialect other) {
    return new Target(host, port, key, other);
  }

  Speech speech() {
    return dialect.speech();
  }

  InetSocketAddress address() {
    return new InetSocketAddress(host, port);
  }

  /** The head of a request up to the length of its content, which comes next. */
  byte[] post(String path) {
    return ("POST " + path + " HTTP/1.1\r\nHost: " + host + ":" + port + "\r\n"
            + (key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n")
            + "Content-Type: " + speech().contentType() + "\r\nContent-Length: ")
        .getBytes(StandardCharsets.US_ASCII);
  }

  String url(String path) {
    return "http://" + host + ":" + port + path;
  }
}
