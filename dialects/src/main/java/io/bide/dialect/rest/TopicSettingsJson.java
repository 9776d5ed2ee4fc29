package io.bide.dialect.rest;

import io.bide.DeliveryMode;
import io.bide.Due;
import io.bide.TopicSettings;
import io.bide.dialect.JsonOut;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The settings of a topic; what is left out is the default. */
final class TopicSettingsJson implements JsonIn.Fields {
  private final JsonIn in;
  private final TopicSettings.Builder settings = TopicSettings.builder();
  private @Nullable BackoffJson backoff;

  private TopicSettingsJson(JsonIn in) {
    this.in = in;
  }

  static TopicSettingsJson read(JsonIn in) throws IOException {
    TopicSettingsJson json = new TopicSettingsJson(in);
    in.object(json);
    return json;
  }

  @Override
  public boolean read(String name) throws IOException {
    switch (name) {
      case "lease" -> settings.lease(in.duration());
      case "ttl" -> settings.ttl(in.duration());
      case "maxAttempts" -> settings.maxAttempts(Attempts.read(in));
      case "backoff" -> backoff = BackoffJson.read(in);
      case "retention" -> settings.retention(in.duration());
      case "deadRetention" -> settings.deadRetention(in.duration());
      case "keepBodies" -> settings.keepBodies(in.flag());
      case "deathNotices" -> settings.deathNotices(in.flag());
      case "delivery" -> settings.delivery(in.word(DeliveryMode.class));
      case "partitions" -> settings.partitions(in.integer());
      default -> {
        return false;
      }
    }
    return true;
  }

  TopicSettings build() {
    if (backoff != null) {
      settings.backoff(backoff.build());
    }
    return settings.build();
  }

  static void write(JsonOut out, TopicSettings settings) {
    out.beginObject().field("lease", Due.millisUp(settings.lease()));
    MessageJson.duration(out, "ttl", settings.ttl());
    if (settings.maxAttempts() != null) {
      Attempts.write(out, "maxAttempts", settings.maxAttempts());
    }
    BackoffJson.write(out.name("backoff"), settings.backoff());
    out.field("retention", Due.millisUp(settings.retention()));
    out.field("deadRetention", Due.millisUp(settings.deadRetention()));
    out.field("keepBodies", settings.keepBodies());
    out.field("deathNotices", settings.deathNotices());
    out.field("delivery", Words.of(settings.delivery()));
    out.field("partitions", settings.partitions()).endObject();
  }
}
