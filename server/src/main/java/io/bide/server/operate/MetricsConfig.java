package io.bide.server.operate;

import io.bide.BideException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What metrics tell.
 *
 * @param maxTopics how many topics have numbers of their own; each costs about 45 series. Those that
 *     come later are summed as topic {@code _other}
 * @param disk whose free space is told; absent for a store without a disk
 * @param build what is running: labels of {@code bide_build_info}
 */
public record MetricsConfig(int maxTopics, @Nullable Path disk, Map<String, String> build) {
  public MetricsConfig {
    if (maxTopics < 0) {
      throw BideException.invalid("maxTopics", "is " + maxTopics + "; the least is 0");
    }
    build = Map.copyOf(build);
  }
}
