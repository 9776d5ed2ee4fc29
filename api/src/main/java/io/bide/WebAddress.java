package io.bide;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules for URLs that are called. They are strict: whatever two readers could understand in two
 * ways (a number for a host, a name before an at-sign) is refused, because one of the readers would be
 * the check and the other one the network.
 */
final class WebAddress {
  private static final int MAX_BYTES = 2_048;
  private static final int MAX_PORT = 65_535;
  private static final Pattern IPV4 =
      Pattern.compile("((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(\\.|$)){4}");
  private static final Pattern LOOKS_LIKE_A_NUMBER =
      Pattern.compile("(^|.*\\.)([0-9]+|0[xX][0-9a-fA-F]*)\\.?");
  private static final Pattern NAME = Pattern.compile(
      "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*\\.?");

  private WebAddress() {}

  static URI parse(String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw wrong("is longer than " + MAX_BYTES + " bytes; shorten it");
    }
    try {
      return check(new URI(text));
    } catch (URISyntaxException e) {
      throw wrong("is not a URL: " + e.getReason() + "; give one such as https://example.com/hook");
    }
  }

  static URI check(URI url) {
    String scheme = url.getScheme();
    if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
      throw wrong("must begin with http:// or https://");
    }
    if (url.getRawUserInfo() != null) {
      throw wrong("must not hold a user or a password; send them as a header");
    }
    if (url.getRawFragment() != null) {
      throw wrong("must not have a fragment; remove what follows the #");
    }
    if (!url.toString().chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      throw wrong(
          "holds characters beyond ASCII; percent-encode them, and write the host in punycode");
    }
    checkHost(url.getHost());
    checkPort(url);
    return url;
  }

  private static void checkHost(@Nullable String host) {
    if (host == null || host.isEmpty()) {
      throw wrong("has no host that can be understood; give one such as https://example.com/hook");
    }
    if (host.startsWith("[")) {
      if (host.indexOf('%') >= 0) {
        throw wrong("names a network interface in its address; remove it");
      }
    } else if (LOOKS_LIKE_A_NUMBER.matcher(host).matches()) {
      if (!IPV4.matcher(host).matches() || host.endsWith(".")) {
        throw wrong("has a number for a host; give a name, or an address such as 192.0.2.1");
      }
    } else if (!NAME.matcher(host).matches()) {
      throw wrong("has a host that is no name; give one such as https://example.com/hook");
    }
  }

  private static void checkPort(URI url) {
    if (url.getPort() == 0 || url.getPort() > MAX_PORT) {
      throw wrong("has the port " + url.getPort() + "; give 1 to " + MAX_PORT);
    }
  }

  /** The host in lower case, without the brackets of an address. */
  static String host(URI url) {
    String host = url.getHost().toLowerCase(Locale.ROOT);
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private static BideException wrong(String problem) {
    return BideException.invalid("url", problem);
  }
}
