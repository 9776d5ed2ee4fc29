package io.bide.store.redis;

import io.bide.Backoff;
import io.bide.BideException;
import io.bide.Body;
import io.bide.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Bodies, attributes and backoffs as bytes; the formats are drawn in {@code content.lua} and {@code entry.lua}. */
final class Contents {
  private static final int OTHER = 0;
  private static final int BINARY = 1;
  private static final int TEXT = 2;
  private static final int JSON = 3;

  private static final int IMMEDIATE = 0;
  private static final int FIXED = 1;
  private static final int EXPONENTIAL = 2;
  private static final int SCHEDULE = 3;

  private Contents() {}

  static void write(Packer out, Body body) {
    switch (body.contentType()) {
      case Body.BINARY -> out.int8(BINARY);
      case Body.TEXT -> out.int8(TEXT);
      case Body.JSON -> out.int8(JSON);
      default -> out.int8(OTHER).sized(body.contentType(), 1);
    }
    out.raw(body.bytes());
  }

  static Body body(Unpacker in) {
    String type = switch (in.int8()) {
      case BINARY -> Body.BINARY;
      case TEXT -> Body.TEXT;
      case JSON -> Body.JSON;
      default -> in.text(1);
    };
    return Body.of(in.rest(), type);
  }

  static byte[] attributes(Map<String, String> attributes) {
    Packer out = new Packer(64);
    attributes.forEach((name, value) -> out.sized(name, 2).sized(value, 4));
    return out.done();
  }

  static Map<String, String> attributes(byte[] stored) {
    Unpacker in = new Unpacker(stored);
    Map<String, String> attributes = new HashMap<>();
    while (!in.isAtEnd()) {
      attributes.put(in.text(2), in.text(4));
    }
    return attributes;
  }

  static byte[] backoff(Backoff backoff) {
    Packer out = new Packer(32);
    if (backoff instanceof Backoff.Fixed fixed) {
      out.int8(FIXED).duration(fixed.delay());
    } else if (backoff instanceof Backoff.Exponential exponential) {
      out.int8(EXPONENTIAL).duration(exponential.initial()).duration(exponential.max());
      out.number(Double.doubleToLongBits(exponential.jitter()), Double.BYTES);
    } else if (backoff instanceof Backoff.Schedule schedule) {
      out.int8(SCHEDULE);
      schedule.delays().forEach(out::duration);
    } else {
      out.int8(IMMEDIATE);
    }
    return out.done();
  }

  static Backoff backoff(byte[] stored) {
    Unpacker in = new Unpacker(stored);
    int kind = in.int8();
    return switch (kind) {
      case IMMEDIATE -> Backoff.immediate();
      case FIXED -> Backoff.fixed(in.duration());
      case EXPONENTIAL ->
        new Backoff.Exponential(in.duration(), in.duration(), Double.longBitsToDouble(in.int64()));
      case SCHEDULE -> schedule(in);
      default ->
        throw new BideException(
            ErrorCode.CORRUPT, "a backoff is stored under the unknown number " + kind);
    };
  }

  private static Backoff schedule(Unpacker in) {
    List<Duration> delays = new ArrayList<>();
    while (!in.isAtEnd()) {
      delays.add(in.duration());
    }
    return new Backoff.Schedule(delays);
  }
}
