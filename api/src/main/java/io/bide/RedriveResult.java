package io.bide;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a redrive.
 *
 * @param redriven how many are alive again
 * @param conflicts ids that were left as they are, because a message of that id is alive, or because
 *     the body is no longer kept
 * @param cursor where to go on; absent when there is nothing more, or when one id was asked for
 */
public record RedriveResult(
    int redriven, List<String> conflicts, @Nullable String cursor) {
  public RedriveResult {
    conflicts = List.copyOf(conflicts);
  }
}
