package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.Due;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The fields {@code delay} and {@code due}, of which one may be given. */
final class When {
  private static final String FRONT = "front";

  private @Nullable Duration delay;
  private @Nullable Instant time;
  private boolean front;

  boolean read(JsonIn in, String name) throws IOException {
    switch (name) {
      case "delay" -> delay = in.duration();
      case "due" -> readDue(in);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void readDue(JsonIn in) throws IOException {
    front = in.isText() && in.text().equals(FRONT);
    if (!front) {
      time = in.time();
    }
  }

  /** What was asked for, null if nothing was. */
  @Nullable
  Due build() {
    if (delay != null && (front || time != null)) {
      throw BideException.invalid("due", "and delay are both given; give one of them");
    }
    if (delay != null) {
      return Due.after(delay);
    }
    if (time != null) {
      return Due.at(time);
    }
    return front ? Due.front() : null;
  }
}
