package io.bide;

import java.util.EnumSet;
import java.util.Set;

/** Which message to settle: the one a {@link Receipt} proves, or one by its id. */
public sealed interface Target permits Receipt, Target.ById {
  Topic topic();

  String id();

  static ById id(Topic topic, String id, State... states) {
    return new ById(topic, id, states.length == 0 ? Set.of() : EnumSet.of(states[0], states));
  }

  /**
   * The message of this id, if it is in one of these states: for those who have no receipt.
   *
   * @param states never empty
   */
  record ById(Topic topic, String id, Set<State> states) implements Target {
    public ById {
      Checks.lookedUpId("id", id);
      states = Set.copyOf(states);
      if (states.isEmpty()) {
        throw BideException.invalid("states", "is empty; name the states to act in");
      }
    }
  }
}
