package io.bide.server.operate;

import io.bide.BideException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What metrics tell.
 *
 * @param maxTopics how many topics have numbers of their own; 100 by default, each costs about 45
 *     series. Those that come later are summed as topic {@code _other}
 * @param disk whose free space is told; absent for a store without a disk
 * @param build what is running: labels of {@code bide_build_info}
 */
public record MetricsConfig(int maxTopics, @Nullable Path disk, Map<String, String> build) {
  public static final int DEFAULT_MAX_TOPICS = 100;

  public MetricsConfig {
    if (maxTopics < 1) {
      throw BideException.invalid("maxTopics", "is " + maxTopics + "; the least is 1");
    }
    build = Map.copyOf(build);
  }
}
