package io.bide.imports;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far an import has come.
 *
 * @param total how much was listed in the source when it began
 * @param seen how much of that was looked at
 * @param stored how many messages are stored by this run; in a dry run, how many would be
 * @param already how many an earlier run had stored
 * @param removed how many were removed from the source
 * @param skipped how many were left where they are, by reason
 * @param problems some of those, in words; at most {@link #MAX_PROBLEMS}
 * @param error why it failed
 */
public record Progress(
    State state,
    long total,
    long seen,
    long stored,
    long already,
    long removed,
    Map<Skip, Long> skipped,
    List<String> problems,
    Instant started,
    @Nullable Instant ended,
    @Nullable String error) {
  public static final int MAX_PROBLEMS = 100;

  /** Where it is. */
  public enum State {
    RUNNING,
    DONE,
    /** Somebody stopped it; it can be started again. */
    STOPPED,
    /** The error says why; it can be started again. */
    FAILED;

    /** As it is written. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Progress {
    skipped = Map.copyOf(skipped);
    problems = List.copyOf(problems);
  }
}
