package io.bide.client;

import io.bide.BideException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a client was told; the builder says what each means.
 *
 * @param servers without a slash at the end
 */
record ClientConfig(
    List<URI> servers,
    @Nullable String apiKey,
    Duration deadline,
    Duration connectTimeout,
    int retries,
    long pendingBytes,
    @Nullable SSLContext ssl) {
  ClientConfig {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw BideException.invalid("servers", "are missing; name at least one");
    }
    positive("deadline", deadline);
    positive("connectTimeout", connectTimeout);
    if (retries < 0) {
      throw BideException.invalid("retries", "is " + retries + "; the least is 0");
    }
    if (pendingBytes < 1) {
      throw BideException.invalid("pendingBytes", "is " + pendingBytes + "; the least is 1");
    }
    if (apiKey != null && !apiKey.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      throw BideException.invalid("apiKey", "has a space or another character that no key has");
    }
  }

  private static void positive(String field, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw BideException.invalid(field, "is " + value + "; it must be longer than zero");
    }
  }

  /**
   * Reads the address of a server.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} when it is none
   */
  static URI server(String text) {
    URI address;
    try {
      address = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    } catch (URISyntaxException e) {
      throw notAServer(text);
    }
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    boolean http = scheme.equals("http") || scheme.equals("https");
    if (!http
        || address.getHost() == null
        || address.getRawUserInfo() != null
        || address.getRawQuery() != null
        || address.getRawFragment() != null) {
      throw notAServer(text);
    }
    return address;
  }

  private static BideException notAServer(String text) {
    return BideException.invalid(
        "servers", "has \"" + text + "\"; give something like http://127.0.0.1:9277");
  }

  /** Safe to log: without the key. */
  @Override
  public String toString() {
    return "ClientConfig[servers=" + servers + ", apiKey=" + (apiKey == null ? "none" : "…")
        + ", deadline=" + deadline + ", connectTimeout=" + connectTimeout + ", retries=" + retries
        + ", pendingBytes=" + pendingBytes + "]";
  }
}
