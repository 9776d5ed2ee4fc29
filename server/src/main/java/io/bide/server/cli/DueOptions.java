package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a message is to be handed out; one of the two. */
final class DueOptions {
  private static final String FRONT = "front";

  @Option(
      names = "--delay",
      paramLabel = "DURATION",
      description =
          "So long from now: 250ms, 90s, 5m, 2h, 7d, 1h30m; a plain number is" + " milliseconds.")
  private @Nullable String delay;

  @Option(
      names = "--due",
      paramLabel = "TIME",
      description = "At a time: 2030-01-31T12:00:00Z, 2030-01-31T12:00 (local time), +2h,"
          + " milliseconds since 1970; or 'front': now, before all others.")
  private @Nullable String due;

  void addTo(JsonObject fields, ServerCommand command, Times times) {
    if (delay != null) {
      fields.put("delay", Durations.json(delay));
    }
    String time = due;
    if (time != null) {
      fields.put(
          "due", time.equals(FRONT) ? FRONT : command.read("--due", () -> times.parse(time)));
    }
  }
}
