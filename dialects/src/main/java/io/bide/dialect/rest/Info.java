package io.bide.dialect.rest;

import io.bide.dialect.JsonOut;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a server tells about itself.
 *
 * @param store its kind, such as {@code rocksdb}
 * @param durability what an answer stands for, such as {@code synced}
 * @param limits by name; durations in milliseconds, sizes in bytes
 * @param dialects their names
 */
public record Info(
    String version,
    String store,
    String durability,
    Instant now,
    Map<String, Long> limits,
    List<String> dialects) {
  public Info {
    limits = Collections.unmodifiableMap(new TreeMap<>(limits));
    dialects = List.copyOf(dialects);
  }

  void write(JsonOut out) {
    out.beginObject().field("version", version).field("store", store);
    out.field("durability", durability).field("now", now.toEpochMilli());
    out.name("limits").beginObject();
    limits.forEach(out::field);
    out.endObject().name("dialects").beginArray();
    dialects.forEach(out::text);
    out.endArray().endObject();
  }
}
