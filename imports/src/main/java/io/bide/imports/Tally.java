package io.bide.imports;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts while an import runs. Thread-safe: others look at it meanwhile. */
final class Tally {
  private final Instant started;
  private final Map<Skip, Long> skipped = new EnumMap<>(Skip.class);
  private final List<String> problems = new ArrayList<>();
  private Progress.State state = Progress.State.RUNNING;
  private long total;
  private long seen;
  private long stored;
  private long already;
  private long removed;
  private @Nullable Instant ended;
  private @Nullable String error;

  Tally(Instant started) {
    this.started = started;
  }

  synchronized void listed(long more) {
    total += more;
  }

  synchronized void seen(long more) {
    seen += more;
  }

  synchronized void stored(long more) {
    stored += more;
  }

  synchronized void already() {
    already++;
  }

  synchronized void removed() {
    removed++;
  }

  synchronized void skipped(Skip why, String what) {
    skipped.merge(why, 1L, Long::sum);
    if (problems.size() < Progress.MAX_PROBLEMS) {
      problems.add(why.word() + ": " + what);
    }
  }

  synchronized void end(Progress.State how, Instant when, @Nullable String why) {
    state = how;
    ended = when;
    error = why;
  }

  synchronized Progress progress() {
    return new Progress(
        state, total, seen, stored, already, removed, skipped, problems, started, ended, error);
  }
}
