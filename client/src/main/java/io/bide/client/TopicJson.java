package io.bide.client;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bide.Due;
import io.bide.Horizon;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A topic as answers show it, and its settings. */
final class TopicJson {
  private static final Horizon[] HORIZONS = Horizon.values();

  private final Map<State, Long> counts = new EnumMap<>(State.class);
  private final Map<Horizon, Long> waiting = new EnumMap<>(Horizon.class);
  private final TopicSettings.Builder settings = TopicSettings.builder();
  private @Nullable Instant oldestReady;
  private @Nullable Instant nextDue;
  private boolean paused;

  private TopicJson() {}

  static TopicJson read(JsonIn in) throws IOException {
    TopicJson json = new TopicJson();
    in.object(name -> json.read(in, name));
    return json;
  }

  /** Only which topic it is. */
  static Topic readName(JsonIn in) throws IOException {
    String[] names = {Topic.DEFAULT_NAMESPACE, ""};
    in.object(name -> {
      switch (name) {
        case "namespace" -> names[0] = in.text();
        case "name" -> names[1] = in.text();
        default -> in.skip();
      }
    });
    return Topic.of(names[0], names[1]);
  }

  private void read(JsonIn in, String name) throws IOException {
    switch (name) {
      case "paused" -> paused = in.flag();
      case "counts" -> in.object(state -> readCount(in, state));
      case "waiting" -> in.array(() -> readHorizon(in));
      case "oldest" -> oldestReady = in.time();
      case "nextDue" -> nextDue = in.time();
      case "settings" -> in.object(setting -> readSetting(in, setting));
      default -> in.skip();
    }
  }

  private void readCount(JsonIn in, String word) throws IOException {
    State state = Words.STATES.get(word);
    if (state == null) {
      in.skip();
    } else {
      counts.put(state, in.number());
    }
  }

  /** They come in the order in which they are declared. */
  private void readHorizon(JsonIn in) throws IOException {
    int index = waiting.size();
    in.object(name -> {
      if (name.equals("count") && index < HORIZONS.length) {
        waiting.put(HORIZONS[index], in.number());
      } else {
        in.skip();
      }
    });
  }

  private void readSetting(JsonIn in, String name) throws IOException {
    switch (name) {
      case "lease" -> settings.lease(in.duration());
      case "ttl" -> settings.ttl(in.duration());
      case "maxAttempts" -> settings.maxAttempts(in.attempts());
      case "backoff" -> settings.backoff(BackoffJson.read(in));
      case "retention" -> settings.retention(in.duration());
      case "deadRetention" -> settings.deadRetention(in.duration());
      case "keepBodies" -> settings.keepBodies(in.flag());
      case "deathNotices" -> settings.deathNotices(in.flag());
      case "delivery" -> settings.delivery(in.word(Words.DELIVERIES));
      case "partitions" -> settings.partitions(in.integer());
      default -> in.skip();
    }
  }

  TopicStats stats(Topic topic) {
    return new TopicStats(topic, counts, waiting, oldestReady, nextDue, paused);
  }

  TopicSettings settings() {
    return settings.build();
  }

  static void write(JsonGenerator out, TopicSettings settings) throws IOException {
    out.writeNumberField("lease", Due.millisUp(settings.lease()));
    PutJson.writeDuration(out, "ttl", settings.ttl());
    if (settings.maxAttempts() != null) {
      PutJson.writeAttempts(out, settings.maxAttempts());
    }
    BackoffJson.write(out, "backoff", settings.backoff());
    out.writeNumberField("retention", Due.millisUp(settings.retention()));
    out.writeNumberField("deadRetention", Due.millisUp(settings.deadRetention()));
    out.writeBooleanField("keepBodies", settings.keepBodies());
    out.writeBooleanField("deathNotices", settings.deathNotices());
    out.writeStringField("delivery", Words.of(settings.delivery()));
    out.writeNumberField("partitions", settings.partitions());
  }
}
