package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A topic in full: counts, what waits how long, settings. */
final class TopicView {
  private static final Set<String> DURATIONS = Set.of("lease", "ttl", "retention", "deadRetention");
  private static final int LABEL = 14;
  private static final int NUMBER = 10;

  private final Times times;
  private final Paint paint;
  private final PrintStream out;

  TopicView(Session session) {
    this.times = session.times();
    this.paint = session.paint();
    this.out = session.terminal().out();
  }

  void print(JsonObject topic) {
    out.println(
        paint.heading(topic.getString("name")) + (topic.getBoolean("paused") ? " (paused)" : ""));
    topic
        .getJsonObject("counts")
        .forEach(count ->
            line(paint.state(count.getKey()), count.getKey().length(), number(count.getValue())));
    time("oldest ready", topic.getLong("oldest"));
    time("next due", topic.getLong("nextDue"));
    printWaiting(Answer.objects(topic.getJsonArray("waiting")));
    out.println(paint.heading("settings"));
    topic
        .getJsonObject("settings")
        .forEach(one -> line(
            option(one.getKey()),
            option(one.getKey()).length(),
            setting(one.getKey(), one.getValue())));
  }

  private void printWaiting(List<JsonObject> buckets) {
    if (buckets.stream().allMatch(bucket -> bucket.getLong("count") == 0)) {
      return;
    }
    out.println(paint.heading("waiting"));
    for (JsonObject bucket : buckets) {
      Long end = bucket.getLong("upTo");
      String label = end == null ? "later" : "within " + Durations.exact(end);
      if (bucket.getLong("count") > 0) {
        line(label, label.length(), number(bucket.getValue("count")));
      }
    }
  }

  /** A setting is called like the option that sets it. */
  private static String option(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  private static String setting(String name, Object value) {
    if (DURATIONS.contains(name)) {
      return Durations.exact(((Number) value).longValue());
    }
    return name.equals("backoff") ? Backoffs.text(value) : value.toString();
  }

  private void time(String label, @Nullable Long at) {
    if (at != null) {
      line(label, label.length(), times.show(at));
    }
  }

  private static String number(Object value) {
    return String.format("%" + NUMBER + "s", value);
  }

  private void line(String label, int width, String value) {
    out.println("  " + label + " ".repeat(Math.max(0, LABEL - width)) + "  " + value);
  }
}
