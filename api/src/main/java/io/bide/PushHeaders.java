package io.bide;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Headers that somebody wants to be sent along with what is pushed.
 *
 * @param values by name, as given
 */
public record PushHeaders(Map<String, String> values) {
  public static final PushHeaders NONE = new PushHeaders(Map.of());
  public static final int MAX_HEADERS = 32;
  private static final int MAX_VALUE = 4_096;
  private static final String ATTRIBUTE_PREFIX = "bide.push.header.";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");

  /** They say how the request itself is made, which is not for the caller to say. */
  private static final Set<String> OURS = Set.of(
      "host",
      "connection",
      "content-length",
      "content-type",
      "transfer-encoding",
      "te",
      "trailer",
      "upgrade",
      "expect",
      "keep-alive",
      "proxy-connection",
      "proxy-authorization");

  private static final Set<String> OUR_PREFIXES = Set.of("bide-", "webhook-", "ce-");

  public PushHeaders {
    values = Map.copyOf(values);
    if (values.size() > MAX_HEADERS) {
      throw BideException.tooLarge(
          "headers", "are " + values.size() + "; the most is " + MAX_HEADERS);
    }
    Set<String> seen = new HashSet<>();
    values.forEach((name, value) -> {
      checkName(name);
      checkValue(name, value);
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw BideException.invalid("headers", "has " + name + " twice; give it once");
      }
    });
  }

  private static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw BideException.invalid(
          "headers", "has a name with characters that no header has, or of more than 128");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (OURS.contains(lower)) {
      throw BideException.invalid(
          "headers", "has " + name + ", which is set by the server; remove it");
    }
    if (OUR_PREFIXES.stream().anyMatch(lower::startsWith)) {
      throw BideException.invalid(
          "headers", "has " + name + "; names with bide-, webhook- and ce- are reserved");
    }
  }

  private static void checkValue(String name, String value) {
    if (value.length() > MAX_VALUE) {
      throw BideException.tooLarge(
          "headers", "has a value of " + name + " with more than " + MAX_VALUE + " characters");
    }
    if (!value.chars().allMatch(c -> (c >= ' ' && c < 0x7F) || c == '\t')) {
      throw BideException.invalid(
          "headers",
          "has a value of " + name + " with a line break or other characters than ASCII");
    }
  }

  /** What a message that brings these headers carries. */
  public Map<String, String> attributes() {
    Map<String, String> attributes = new TreeMap<>();
    values.forEach((name, value) -> attributes.put(ATTRIBUTE_PREFIX + name, value));
    return attributes;
  }

  /**
   * The headers that a message brings.
   *
   * @throws BideException with {@link ErrorCode#INVALID} when it brings malformed ones
   */
  public static PushHeaders in(Map<String, String> attributes) {
    return new PushHeaders(attributes.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(ATTRIBUTE_PREFIX))
        .collect(Collectors.toMap(
            entry -> entry.getKey().substring(ATTRIBUTE_PREFIX.length()), Map.Entry::getValue)));
  }

  /** Names only: values may be secrets. */
  @Override
  public String toString() {
    return "headers " + new TreeMap<>(values).keySet();
  }
}
