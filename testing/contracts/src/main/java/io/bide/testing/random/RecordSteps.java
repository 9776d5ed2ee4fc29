package io.bide.testing.random;

import io.bide.Records;
import io.bide.testing.Await;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs the steps on records. Versions are a store's own business, except that they rise. */
final class RecordSteps {
  private static final int MOST_PAGES = 1_000;

  /** The highest version seen of each key, also of those deleted since. */
  private final Map<String, Long> highest = new HashMap<>();

  String run(Records records, Step step) {
    return switch (step.verb()) {
      case GET -> Await.value(records.get(step.get("key"))).map(this::show).orElse("nothing");
      case SET ->
        Boolean.toString(Await.value(records.compareAndSet(
            step.get("key"), expected(records, step), step.read("value", value -> value))));
      case LIST -> list(records, step);
      default -> throw new IllegalArgumentException(step.toString());
    };
  }

  private long expected(Records records, Step step) {
    String key = step.get("key");
    long current =
        Await.value(records.get(key)).map(Records.Entry::version).orElse(Records.Entry.ABSENT);
    return switch (step.get("expect")) {
      case "current" -> current;
      case "absent" -> Records.Entry.ABSENT;
      case "other" -> current + 1;
      default -> throw new IllegalArgumentException(step.toString());
    };
  }

  private String list(Records records, Step step) {
    int limit = step.read("limit", 100, Integer::valueOf);
    List<Records.Entry> all = Paging.all(
        MOST_PAGES, cursor -> Await.value(records.list(step.get("prefix"), cursor, limit)));
    return all.stream().map(this::show).collect(Collectors.joining(", "));
  }

  private String show(Records.Entry entry) {
    long before = highest.merge(entry.key(), entry.version(), Math::max);
    String fell = entry.version() < before ? " with a version that fell" : "";
    return entry.key() + "=" + entry.value() + fell;
  }
}
