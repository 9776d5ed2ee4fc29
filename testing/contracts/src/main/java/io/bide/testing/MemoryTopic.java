package io.bide.testing;

import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is in one topic. */
final class MemoryTopic {
  static final Comparator<MemoryMessage> BY_FORGETTING = Comparator.comparingLong(
          (MemoryMessage m) -> m.requireEnd().forgetAt())
      .thenComparingLong(m -> m.sequence);

  final Topic name;
  final Map<String, MemoryMessage> live = new LinkedHashMap<>();
  final List<MemoryMessage> ended = new ArrayList<>();
  TopicSettings settings = TopicSettings.DEFAULT;
  boolean configured;
  boolean paused;
  /** Whose turn it is when one place is left for an ended lease and a fresh message. */
  boolean freshTurn;

  MemoryTopic(Topic name) {
    this.name = name;
  }

  /** The newest ended message of this id that is remembered. */
  @Nullable
  MemoryMessage newestEnded(String id) {
    return ended.stream()
        .filter(message -> message.id.equals(id))
        .max(Comparator.comparingLong(message -> message.sequence))
        .orElse(null);
  }

  List<MemoryMessage> endedAs(State state) {
    return ended.stream()
        .filter(message -> message.endState() == state)
        .sorted(BY_FORGETTING)
        .toList();
  }

  void forget(long now) {
    ended.removeIf(message -> message.requireEnd().forgetAt() <= now);
  }

  boolean canBeForgotten() {
    return live.isEmpty() && ended.isEmpty() && !configured && !paused;
  }

  void purge() {
    live.clear();
    ended.clear();
    freshTurn = false;
  }
}
