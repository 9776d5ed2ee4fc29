package io.bide.engine.push;

import io.bide.BideException;
import io.bide.Endpoint;
import io.bide.ErrorCode;
import io.bide.PushHeaders;
import io.bide.SigningSecret;
import io.bide.Subscription;
import io.bide.Topic;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Subscriptions as they are kept in {@link io.bide.Records}.
 *
 * <pre>
 * key     subscription/&lt;namespace&gt;/&lt;topic&gt;       slashes of the namespace percent-encoded
 * value   one line for each part, its name and its value separated by a space; values percent-encoded
 *         concurrency 16 · perSecond 100 · timeout 15000 · format PLAIN · disabled reason
 *         secret whsec_… (the newest first) · header.Name value · bide.push.url …, see Endpoint
 * </pre>
 *
 * Lines of other names are left out when it is read, so that parts can be added.
 */
final class SubscriptionText {
  static final String PREFIX = "subscription/";

  private static final String HEADER = "header.";

  private SubscriptionText() {}

  static String key(Topic topic) {
    return prefix(topic.namespace()) + topic.name();
  }

  static String prefix(String namespace) {
    return PREFIX + encode(namespace) + "/";
  }

  static Topic topic(String key) {
    int slash = key.indexOf('/', PREFIX.length());
    if (slash < 0) {
      throw damaged(key);
    }
    return Topic.of(decode(key.substring(PREFIX.length(), slash)), key.substring(slash + 1));
  }

  static String write(Subscription subscription) {
    Map<String, String> parts = new LinkedHashMap<>(subscription.endpoint().attributes());
    parts.put("concurrency", Integer.toString(subscription.concurrency()));
    if (subscription.perSecond() != null) {
      parts.put("perSecond", subscription.perSecond().toString());
    }
    parts.put("timeout", Long.toString(subscription.timeout().toMillis()));
    parts.put("format", subscription.format().name());
    if (subscription.disabled() != null) {
      parts.put("disabled", subscription.disabled());
    }
    subscription.headers().values().forEach((name, value) -> parts.put(HEADER + name, value));
    StringBuilder text = new StringBuilder();
    parts.forEach((name, value) -> line(text, name, value));
    subscription.secrets().forEach(secret -> line(text, "secret", secret.text()));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(name).append(' ').append(encode(value)).append('\n');
  }

  static Subscription read(String key, String text) {
    Map<String, String> parts = new HashMap<>();
    List<SigningSecret> secrets = new ArrayList<>();
    Map<String, String> headers = new HashMap<>();
    for (String line : text.split("\n", -1)) {
      int space = line.indexOf(' ');
      if (space < 0) {
        continue;
      }
      String name = line.substring(0, space);
      String value = decode(line.substring(space + 1));
      if (name.equals("secret")) {
        secrets.add(SigningSecret.parse(value));
      } else if (name.startsWith(HEADER)) {
        headers.put(name.substring(HEADER.length()), value);
      } else {
        parts.put(name, value);
      }
    }
    return build(key, parts, headers, secrets);
  }

  private static Subscription build(
      String key,
      Map<String, String> parts,
      Map<String, String> headers,
      List<SigningSecret> secrets) {
    try {
      Endpoint endpoint = Endpoint.in(parts).orElseThrow(() -> damaged(key));
      String perSecond = parts.get("perSecond");
      return Subscription.of(topic(key), endpoint)
          .headers(new PushHeaders(headers))
          .concurrency(Integer.parseInt(parts.getOrDefault("concurrency", "")))
          .perSecond(perSecond == null ? null : Integer.valueOf(perSecond))
          .timeout(Duration.ofMillis(Long.parseLong(parts.getOrDefault("timeout", ""))))
          .format(Subscription.Format.valueOf(parts.getOrDefault("format", "")))
          .secrets(secrets)
          .disabled(parts.get("disabled"))
          .build();
    } catch (IllegalArgumentException e) {
      throw damaged(key);
    }
  }

  private static BideException damaged(String key) {
    return new BideException(
        ErrorCode.CORRUPT, "the record " + key + " is damaged; delete and make it anew");
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
