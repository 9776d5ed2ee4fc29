package io.bide.server.auth;

import io.bide.Topic;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a key is good for.
 *
 * @param namespace the only one it may touch; absent for all
 * @param topicPrefix how its topics begin; empty for all
 * @param actions never empty
 */
public record Scope(@Nullable String namespace, String topicPrefix, Set<Action> actions) {
  public Scope {
    actions = Set.copyOf(actions);
    if (actions.isEmpty()) {
      throw new IllegalArgumentException("a key without any action is good for nothing");
    }
  }

  boolean covers(Topic topic) {
    return (namespace == null || namespace.equals(topic.namespace()))
        && topic.name().startsWith(topicPrefix);
  }

  boolean allows(Action action, Topic topic) {
    return actions.contains(action) && covers(topic);
  }

  /** In the order of the enum, so that it always reads the same. */
  String actionWords() {
    return new TreeSet<>(actions).stream().map(Action::word).collect(Collectors.joining(","));
  }

  @Override
  public String toString() {
    return actionWords()
        + " on "
        + (topicPrefix.isEmpty() ? "all topics" : "topics that begin with " + topicPrefix)
        + (namespace == null ? "" : " in namespace " + namespace);
  }
}
