package io.bide.dialect.rest;

import io.bide.Due;
import io.bide.SigningSecret;
import io.bide.Subscription;
import io.bide.Topic;
import io.bide.dialect.JsonOut;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A subscription; what is left out is the default. Neither secrets nor values of headers are shown. */
final class SubscriptionJson implements JsonIn.Fields {
  private final JsonIn in;
  private final EndpointJson endpoint = new EndpointJson();
  private int concurrency = Subscription.DEFAULT_CONCURRENCY;
  private @Nullable Integer perSecond;
  private Duration timeout = Subscription.DEFAULT_TIMEOUT;
  private Subscription.Format format = Subscription.Format.PLAIN;
  private @Nullable List<String> secrets;

  private SubscriptionJson(JsonIn in) {
    this.in = in;
  }

  static SubscriptionJson read(JsonIn in) throws IOException {
    SubscriptionJson json = new SubscriptionJson(in);
    in.object(json);
    return json;
  }

  @Override
  public boolean read(String name) throws IOException {
    switch (name) {
      case "concurrency" -> concurrency = in.integer();
      case "perSecond" -> perSecond = in.integer();
      case "timeout" -> timeout = in.duration();
      case "format" -> format = in.word(Subscription.Format.class);
      case "secrets" -> readSecrets();
      default -> {
        return endpoint.read(in, name);
      }
    }
    return true;
  }

  private void readSecrets() throws IOException {
    List<String> read = new ArrayList<>();
    in.array(() -> read.add(in.text()));
    secrets = read;
  }

  /** Whether it says what signs; if it does not, what signed before goes on to do so. */
  boolean hasSecrets() {
    return secrets != null;
  }

  Subscription build(Topic topic) {
    return Subscription.of(topic, endpoint.build())
        .headers(endpoint.buildHeaders())
        .concurrency(concurrency)
        .perSecond(perSecond)
        .timeout(timeout)
        .format(format)
        .secrets(
            secrets == null
                ? List.of()
                : secrets.stream().map(SigningSecret::parse).toList())
        .build();
  }

  static JsonOut begin(JsonOut out, Subscription subscription) {
    out.beginObject();
    MessageJson.writeTopic(out, "topic", subscription.topic());
    EndpointJson.write(out, subscription.endpoint());
    out.name("headers").beginArray();
    new TreeSet<>(subscription.headers().values().keySet()).forEach(out::text);
    out.endArray().field("concurrency", subscription.concurrency());
    if (subscription.perSecond() != null) {
      out.field("perSecond", subscription.perSecond());
    }
    out.field("timeout", Due.millisUp(subscription.timeout()));
    out.field("format", Words.of(subscription.format()));
    out.field("secrets", subscription.secrets().size());
    return out.field("enabled", subscription.enabled())
        .optional("disabledBecause", subscription.disabled());
  }

  static void write(JsonOut out, Subscription subscription) {
    begin(out, subscription).endObject();
  }
}
