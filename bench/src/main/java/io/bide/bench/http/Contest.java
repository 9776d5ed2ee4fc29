package io.bide.bench.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Measures what is compared in turns, a few seconds each, so that the moods of the machine hit all
 * alike.
 */
final class Contest {
  private final HttpOptions options;
  private final Consumer<String> progress;
  private final Map<String, Contestant> contestants = new LinkedHashMap<>();

  Contest(HttpOptions options, Consumer<String> progress) {
    this.options = options;
    this.progress = progress;
  }

  Contest add(String name, Contestant contestant) {
    contestants.put(name, contestant);
    return this;
  }

  /** What each did, by name, without the warm-up. */
  Result run() throws IOException {
    double turn = options.seconds() / (double) options.turns();
    Map<String, Tally> tallies = new LinkedHashMap<>();
    for (Map.Entry<String, Contestant> entry : contestants.entrySet()) {
      progress.accept(entry.getKey() + ": warming up");
      entry.getValue().turn(options.warmup(), new Tally());
      tallies.put(entry.getKey(), new Tally());
    }
    for (int i = 1; i <= options.turns(); i++) {
      for (Map.Entry<String, Contestant> entry : contestants.entrySet()) {
        progress.accept(entry.getKey() + ": turn " + i + " of " + options.turns());
        entry.getValue().turn(turn, Objects.requireNonNull(tallies.get(entry.getKey())));
      }
    }
    return new Result(tallies);
  }

  /** What each contestant did. */
  record Result(Map<String, Tally> tallies) {
    Tally of(String name) {
      return Objects.requireNonNull(tallies.get(name), name);
    }

    double ratio(String one, String other) {
      return of(one).rate() / of(other).rate();
    }

    List<String> names() {
      return new ArrayList<>(tallies.keySet());
    }
  }
}
