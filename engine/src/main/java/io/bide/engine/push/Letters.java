package io.bide.engine.push;

import io.bide.Body;
import io.bide.Message;
import io.bide.PushHeaders;
import io.bide.Subscription;
import io.bide.Subscription.Format;
import io.bide.Topic;
import io.bide.engine.push.Courier.Letter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes what an endpoint receives: the body as it was put, items of a merged message as a JSON array
 * (or each as it was put, if the message is a raw one), and headers that tell about the message.
 *
 * <pre>
 * bide-id, bide-topic       percent-encoded where they are not plain ASCII
 * bide-namespace            unless it is the default one
 * bide-attempt              1 for the first
 * bide-due                  epoch milliseconds
 * bide-items                of a merged message: how many there are in this request
 * traceparent, tracestate   the attributes of these names, unless there are such headers
 * webhook-id, webhook-timestamp, webhook-signature     if there is a secret
 * ce-*                      if CloudEvents are asked for
 * </pre>
 */
final class Letters {
  private static final String USER_AGENT = "Bide";
  private static final int ID_BYTES = 18;

  /** As the W3C has it: the second means nothing without the first. */
  private static final List<String> TRACE = List.of("traceparent", "tracestate");

  private final Subscription terms;
  private final Message message;
  private final Instant now;
  private final List<Body> bodies;

  Letters(Subscription terms, Message message, Instant now) {
    this.terms = terms;
    this.message = message;
    this.now = now;
    this.bodies = bodies(message);
  }

  /** One request, or one for each item of a raw merged message, to be made in this order. */
  List<Body> bodies() {
    return bodies;
  }

  private static List<Body> bodies(Message message) {
    if (message.merged() && !message.raw()) {
      return List.of(Body.of(JsonArray.of(message.items()), Body.JSON));
    }
    return message.items().isEmpty() ? List.of(Body.of(new byte[0])) : message.items();
  }

  Letter to(URI url, boolean instance, Body body, int index) {
    Map<String, String> headers = new LinkedHashMap<>(terms.headers().values());
    headers.putAll(PushHeaders.in(message.attributes()).values());
    continueTrace(headers);
    headers.putIfAbsent("user-agent", USER_AGENT);
    headers.put("content-type", isPlain(body.contentType()) ? body.contentType() : Body.BINARY);
    describe(headers);
    if (terms.format() == Format.CLOUD_EVENTS) {
      cloudEvent(headers, deliveryId(body, index));
    }
    if (!terms.secrets().isEmpty()) {
      sign(headers, deliveryId(body, index), body);
    }
    return new Letter(terms.endpoint().method(), url, headers, body, instance, terms.timeout());
  }

  /** Not the baggage, which may be nobody's business where it is pushed to. */
  private void continueTrace(Map<String, String> headers) {
    boolean given = headers.keySet().stream().anyMatch(TRACE.get(0)::equalsIgnoreCase);
    for (String name : given ? List.<String>of() : TRACE) {
      String value = message.attributes().getOrDefault(name, "");
      if (!value.isEmpty() && isPlain(value)) {
        headers.put(name, value);
      }
    }
  }

  private void describe(Map<String, String> headers) {
    Topic topic = message.topic();
    headers.put("bide-id", encoded(message.id()));
    headers.put("bide-topic", encoded(topic.name()));
    if (!topic.namespace().equals(Topic.DEFAULT_NAMESPACE)) {
      headers.put("bide-namespace", encoded(topic.namespace()));
    }
    headers.put("bide-attempt", Integer.toString(message.attempts()));
    headers.put("bide-due", Long.toString(message.due().toEpochMilli()));
    if (message.merged()) {
      headers.put(
          "bide-items", Integer.toString(message.raw() ? 1 : message.items().size()));
    }
  }

  private void cloudEvent(Map<String, String> headers, String id) {
    headers.put("ce-specversion", "1.0");
    headers.put("ce-id", id);
    headers.put(
        "ce-source",
        "/namespaces/" + segment(message.topic().namespace()) + "/topics/"
            + segment(message.topic().name()));
    headers.put("ce-type", "io.bide.message.due");
    headers.put("ce-subject", encoded(message.id()));
    headers.put("ce-time", message.due().toString());
  }

  private void sign(Map<String, String> headers, String id, Body body) {
    long timestamp = now.getEpochSecond();
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", Long.toString(timestamp));
    headers.put("webhook-signature", Signature.of(terms.secrets(), id, timestamp, body.bytes()));
  }

  /**
   * The same for every attempt to deliver the same content, and for nothing else: a receiver may drop
   * what it has seen. The id of the message is not enough: it may be used again, and a merged message
   * may have got more items since it was last tried. Nor is the time: two may follow each other within
   * a millisecond.
   */
  private String deliveryId(Body body, int index) {
    String what = message.topic().namespace() + "\n" + message.topic().name() + "\n" + message.id()
        + "\n" + message.created().toEpochMilli() + "\n" + index + "\n";
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(what.getBytes(StandardCharsets.UTF_8));
      byte[] part = Arrays.copyOf(digest.digest(body.bytes()), ID_BYTES);
      return "msg_" + Base64.getUrlEncoder().withoutPadding().encodeToString(part);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7F);
  }

  private static String encoded(String text) {
    return encode(text, "");
  }

  private static String segment(String text) {
    return encode(text, "/?#[]@!$&'()*+,;=:\"<>\\^`{|} ");
  }

  private static String encode(String text, String also) {
    if (isPlain(text) && text.chars().noneMatch(c -> c == '%' || also.indexOf(c) >= 0)) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b >= ' ' && b < 0x7F && b != '%' && also.indexOf(b) < 0) {
        out.append((char) b);
      } else {
        out.append(String.format("%%%02X", b));
      }
    }
    return out.toString();
  }
}
