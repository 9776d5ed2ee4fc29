package io.bide.testing.random;

import io.bide.Backoff;
import io.bide.Body;
import io.bide.DeliveryMode;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.store.ClaimRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads the arguments of steps. Times are written as a duration since the start of the sequence. */
final class Reading {
  private final Instant start;

  Reading(Instant start) {
    this.start = start;
  }

  static Topic topic(Step step) {
    return Topic.of(step.get("topic"));
  }

  Put put(Step step, String id) {
    return Put.to(topic(step))
        .id(id)
        .body(Body.text(step.get("body")))
        .attributes(step.read("attributes", Map.of(), Reading::attributes))
        .due(due(step.get("due")))
        .ttl(step.read("ttl", Duration::parse))
        .lease(step.read("lease", Duration::parse))
        .maxAttempts(step.read("attempts", Integer::valueOf))
        .backoff(step.read("backoff", Reading::backoff))
        .merge(merge(step))
        .mode(step.read("mode", PutMode.REJECT, PutMode::valueOf))
        .token(step.read("token", token -> token))
        .build();
  }

  private static MergeOptions merge(Step step) {
    return new MergeOptions(
        step.read("rule", MergeOptions.DueRule.KEEP, MergeOptions.DueRule::valueOf),
        step.read("longest", Duration::parse),
        step.read("items", MergeOptions.MAX_ITEMS_PER_CLAIM, Integer::valueOf),
        step.read("raw", false, Boolean::valueOf));
  }

  private static Map<String, String> attributes(String text) {
    Map<String, String> attributes = new TreeMap<>();
    for (String pair : text.split(",", -1)) {
      int colon = pair.indexOf(':');
      attributes.put(pair.substring(0, colon), pair.substring(colon + 1));
    }
    return attributes;
  }

  Due due(String text) {
    if (text.equals("front")) {
      return Due.front();
    }
    Duration duration = Duration.parse(text.substring(1));
    return text.startsWith("@") ? Due.at(start.plus(duration)) : Due.after(duration);
  }

  Instant time(String text) {
    return start.plus(Duration.parse(text));
  }

  static Backoff backoff(String text) {
    List<String> parts = List.of(text.split(":", -1));
    List<String> rest = parts.subList(1, parts.size());
    return switch (parts.get(0)) {
      case "immediate" -> Backoff.immediate();
      case "fixed" -> Backoff.fixed(Duration.parse(rest.get(0)));
      case "exponential" ->
        new Backoff.Exponential(
            Duration.parse(rest.get(0)),
            Duration.parse(rest.get(1)),
            Double.parseDouble(rest.get(2)));
      case "schedule" -> new Backoff.Schedule(rest.stream().map(Duration::parse).toList());
      default -> throw new IllegalArgumentException("no backoff is called " + text);
    };
  }

  static Set<State> states(String text) {
    Set<State> states = EnumSet.noneOf(State.class);
    for (String name : text.split("\\+", -1)) {
      states.add(State.valueOf(name));
    }
    return states;
  }

  /** Requests such as {@code max:2,items:3;id:1,lease:PT5S}, with ids as they are given. */
  static List<Map<String, String>> requests(Step step) {
    return List.of(step.get("requests").split(";", -1)).stream()
        .map(Reading::attributes)
        .toList();
  }

  static ClaimRequest request(Map<String, String> request, String id) {
    String lease = request.get("lease");
    return new ClaimRequest(
        Integer.parseInt(request.getOrDefault("max", "1")),
        Integer.parseInt(request.getOrDefault("items", "1000")),
        lease == null ? null : Duration.parse(lease),
        request.containsKey("id") ? id : null);
  }

  static TopicSettings settings(Step step) {
    TopicSettings.Builder settings = TopicSettings.builder()
        .ttl(step.read("ttl", Duration::parse))
        .maxAttempts(step.read("attempts", Integer::valueOf))
        .keepBodies(step.read("bodies", false, Boolean::valueOf))
        .deathNotices(step.read("notices", false, Boolean::valueOf));
    return settings
        .lease(step.read("lease", TopicSettings.DEFAULT_LEASE, Duration::parse))
        .backoff(step.read("backoff", Backoff.DEFAULT, Reading::backoff))
        .retention(step.read("retention", TopicSettings.DEFAULT_RETENTION, Duration::parse))
        .deadRetention(
            step.read("deadRetention", TopicSettings.DEFAULT_DEAD_RETENTION, Duration::parse))
        .delivery(step.read("delivery", DeliveryMode.AT_LEAST_ONCE, DeliveryMode::valueOf))
        .build();
  }
}
