package io.bide.client;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bide.Backoff;
import io.bide.Due;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A backoff on the wire. */
final class BackoffJson {
  private @Nullable Duration fixed;
  private @Nullable List<Duration> schedule;
  private @Nullable Duration initial;
  private @Nullable Duration max;
  private double jitter;

  private BackoffJson() {}

  static void write(JsonGenerator out, String name, Backoff backoff) throws IOException {
    if (backoff instanceof Backoff.Fixed fixed) {
      out.writeObjectFieldStart(name);
      out.writeNumberField("fixed", Due.millisUp(fixed.delay()));
      out.writeEndObject();
    } else if (backoff instanceof Backoff.Exponential exponential) {
      out.writeObjectFieldStart(name);
      write(out, exponential);
      out.writeEndObject();
    } else if (backoff instanceof Backoff.Schedule schedule) {
      out.writeObjectFieldStart(name);
      out.writeArrayFieldStart("schedule");
      for (Duration delay : schedule.delays()) {
        out.writeNumber(Due.millisUp(delay));
      }
      out.writeEndArray();
      out.writeEndObject();
    } else {
      out.writeStringField(name, "immediate");
    }
  }

  private static void write(JsonGenerator out, Backoff.Exponential backoff) throws IOException {
    out.writeObjectFieldStart("exponential");
    out.writeNumberField("initial", Due.millisUp(backoff.initial()));
    out.writeNumberField("max", Due.millisUp(backoff.max()));
    out.writeNumberField("jitter", backoff.jitter());
    out.writeEndObject();
  }

  static Backoff read(JsonIn in) throws IOException {
    if (in.isText()) {
      in.skip();
      return Backoff.immediate();
    }
    BackoffJson json = new BackoffJson();
    in.object(name -> json.read(in, name));
    return json.build();
  }

  private void read(JsonIn in, String name) throws IOException {
    switch (name) {
      case "fixed" -> fixed = in.duration();
      case "schedule" -> {
        List<Duration> delays = new ArrayList<>();
        in.array(() -> delays.add(in.duration()));
        schedule = delays;
      }
      case "exponential" -> in.object(field -> readExponential(in, field));
      default -> in.skip();
    }
  }

  private void readExponential(JsonIn in, String name) throws IOException {
    switch (name) {
      case "initial" -> initial = in.duration();
      case "max" -> max = in.duration();
      case "jitter" -> jitter = in.fraction();
      default -> in.skip();
    }
  }

  private Backoff build() throws IOException {
    if (fixed != null) {
      return Backoff.fixed(fixed);
    }
    if (schedule != null) {
      return new Backoff.Schedule(schedule);
    }
    if (initial == null || max == null) {
      throw new IOException("a backoff of a kind that is not known");
    }
    return new Backoff.Exponential(initial, max, jitter);
  }
}
