package io.bide.server.settings;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The store that was chosen: the embedded one, or a Redis by its URL, which may hold a password.
 *
 * @param text as it was given
 */
public record StoreChoice(String text) {
  private static final String ROCKSDB = "rocksdb";
  private static final Pattern URL = Pattern.compile("(redis)s?(-sentinel|-cluster)?://(.+)");
  private static final Pattern SECRET = Pattern.compile("^(rediss?(?:-sentinel|-cluster)?:/*)?.*@");

  static final Kind<StoreChoice> KIND = new Kind<>(
      "STORE",
      "rocksdb, or a Redis: redis://host:6379, redis-sentinel://host:26379#master or"
          + " redis-cluster://host:6379, with rediss for TLS",
      StoreChoice::read,
      StoreChoice::withoutSecret);

  private static StoreChoice read(String text) {
    if (!text.equals(ROCKSDB) && !URL.matcher(text).matches()) {
      throw new IllegalArgumentException();
    }
    return new StoreChoice(text);
  }

  public boolean isRedis() {
    return !text.equals(ROCKSDB);
  }

  /** In one word: {@code rocksdb}, {@code redis}, {@code redis-sentinel} or {@code redis-cluster}. */
  public String kind() {
    Matcher url = URL.matcher(text);
    return url.matches() ? url.group(1) + (url.group(2) == null ? "" : url.group(2)) : text;
  }

  boolean hasPassword() {
    return text.indexOf('@') >= 0;
  }

  /** The URL with a user, who may be empty, and a password; characters of any kind are allowed in both. */
  StoreChoice as(String user, String password) {
    int host = text.indexOf("://") + "://".length();
    return new StoreChoice(text.substring(0, host) + percent(user) + ":" + percent(password) + "@"
        + text.substring(host));
  }

  private static String percent(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String withoutSecret(String text) {
    return SECRET.matcher(text).replaceFirst("$1***@");
  }

  /** Safe to show: without user and password. */
  @Override
  public String toString() {
    return withoutSecret(text);
  }
}
