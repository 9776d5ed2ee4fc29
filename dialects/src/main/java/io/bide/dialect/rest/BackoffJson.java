package io.bide.dialect.rest;

import io.bide.Backoff;
import io.bide.BideException;
import io.bide.Due;
import io.bide.dialect.JsonOut;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A backoff on the wire:
 *
 * <pre>
 * "immediate"
 * {"fixed": "30s"}
 * {"exponential": {"initial": "1s", "max": "10m", "jitter": 0.2}}
 * {"schedule": ["2m", "10m", "1h"]}     or in short "2m,10m,1h"
 * </pre>
 */
final class BackoffJson {
  private static final String IMMEDIATE = "immediate";

  private boolean immediate;
  private @Nullable Duration fixed;
  private @Nullable List<Duration> schedule;
  private boolean exponential;
  private @Nullable Duration initial;
  private @Nullable Duration max;
  private double jitter;

  private BackoffJson() {}

  static BackoffJson read(JsonIn in) throws IOException {
    BackoffJson json = new BackoffJson();
    if (in.isText()) {
      json.readText(in);
    } else if (in.isObject()) {
      in.object(name -> json.readKind(in, name));
    } else {
      throw in.wrong("must be \"immediate\", a schedule such as \"2m,10m,1h\", or an object with"
          + " \"fixed\", \"exponential\" or \"schedule\"");
    }
    return json;
  }

  private void readText(JsonIn in) throws IOException {
    String text = in.text();
    if (text.equals(IMMEDIATE)) {
      immediate = true;
      return;
    }
    List<Duration> delays = new ArrayList<>();
    try {
      for (String part : text.split(",", -1)) {
        delays.add(Times.duration(part.strip()));
      }
    } catch (IllegalArgumentException e) {
      throw in.wrong("must be \"immediate\" or a schedule such as \"2m,10m,1h\"");
    }
    schedule = delays;
  }

  private boolean readKind(JsonIn in, String name) throws IOException {
    switch (name) {
      case "fixed" -> fixed = in.duration();
      case "schedule" -> readSchedule(in);
      case "exponential" -> {
        exponential = true;
        in.object(field -> readExponential(in, field));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void readSchedule(JsonIn in) throws IOException {
    List<Duration> delays = new ArrayList<>();
    in.array(() -> delays.add(in.duration()));
    schedule = delays;
  }

  private boolean readExponential(JsonIn in, String name) throws IOException {
    switch (name) {
      case "initial" -> initial = in.duration();
      case "max" -> max = in.duration();
      case "jitter" -> jitter = in.number();
      default -> {
        return false;
      }
    }
    return true;
  }

  /**
   * What was asked for.
   *
   * @throws BideException when it makes no sense
   */
  Backoff build() {
    int kinds = (immediate ? 1 : 0)
        + (fixed != null ? 1 : 0)
        + (schedule != null ? 1 : 0)
        + (exponential ? 1 : 0);
    if (kinds != 1) {
      throw BideException.invalid(
          "backoff", "must have exactly one of \"fixed\", \"exponential\" and \"schedule\"");
    }
    if (fixed != null) {
      Duration delay = fixed;
      return renamed("backoff.delay", "backoff.fixed", () -> new Backoff.Fixed(delay));
    }
    if (schedule != null) {
      return new Backoff.Schedule(schedule);
    }
    return immediate ? Backoff.immediate() : buildExponential();
  }

  private Backoff buildExponential() {
    Duration first = initial;
    Duration cap = max;
    if (first == null || cap == null) {
      throw BideException.invalid("backoff.exponential", "needs \"initial\" and \"max\"");
    }
    return renamed(
        "backoff", "backoff.exponential", () -> new Backoff.Exponential(first, cap, jitter));
  }

  /** The vocabulary has other names for these fields than the wire. */
  private static Backoff renamed(String from, String to, Supplier<Backoff> build) {
    try {
      return build.get();
    } catch (BideException e) {
      String field = String.valueOf(e.field());
      String problem = String.valueOf(e.getMessage()).substring(field.length() + 1);
      throw BideException.invalid(to + field.substring(from.length()), problem);
    }
  }

  static void write(JsonOut out, Backoff backoff) {
    if (backoff instanceof Backoff.Fixed fixed) {
      out.beginObject().field("fixed", Due.millisUp(fixed.delay())).endObject();
    } else if (backoff instanceof Backoff.Exponential exponential) {
      write(out, exponential);
    } else if (backoff instanceof Backoff.Schedule schedule) {
      out.beginObject().name("schedule").beginArray();
      schedule.delays().forEach(delay -> out.number(Due.millisUp(delay)));
      out.endArray().endObject();
    } else {
      out.text(IMMEDIATE);
    }
  }

  private static void write(JsonOut out, Backoff.Exponential backoff) {
    out.beginObject()
        .name("exponential")
        .beginObject()
        .field("initial", Due.millisUp(backoff.initial()))
        .field("max", Due.millisUp(backoff.max()));
    if (backoff.jitter() != 0) {
      out.name("jitter").raw(Double.toString(backoff.jitter()));
    }
    out.endObject().endObject();
  }
}
