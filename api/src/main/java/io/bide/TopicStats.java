package io.bide;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is in a topic.
 *
 * @param counts how many messages are in each state; every state is present
 * @param waiting the waiting ones by how far away they are; every horizon is present. A bucket may be
 *     off by what falls within one minute of its edge when that minute holds more than 10,000 messages
 * @param oldestReady since when the longest waiting ready message could have been handed out
 * @param nextDue when the next waiting message becomes due
 */
public record TopicStats(
    Topic topic,
    Map<State, Long> counts,
    Map<Horizon, Long> waiting,
    @Nullable Instant oldestReady,
    @Nullable Instant nextDue,
    boolean paused) {
  public TopicStats {
    counts = Map.copyOf(counts);
    waiting = Map.copyOf(waiting);
  }

  public long count(State state) {
    return counts.getOrDefault(state, 0L);
  }

  public long waiting(Horizon horizon) {
    return waiting.getOrDefault(horizon, 0L);
  }
}
