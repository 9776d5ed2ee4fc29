package io.bide;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a claimer does with what it was handed. */
public sealed interface Settle {
  Target target();

  /** The work is done: what was handed out ends as {@link State#DONE}. */
  record Ack(Target target) implements Settle {}

  /**
   * The work failed or is not wanted: the message may be claimed again.
   *
   * @param due when; left out, the backoff decides
   */
  record Release(Target target, @Nullable Due due) implements Settle {
    public Release {
      onlyIn(target, "released", Set.of(State.WAITING, State.READY, State.LEASED));
    }
  }

  /** The work takes longer: the lease ends this long after now. */
  record Extend(Target target, Duration lease) implements Settle {
    public Extend {
      Checks.positive("lease", lease);
      onlyIn(target, "extended", Set.of(State.LEASED));
    }
  }

  /** It was never seen by the claimer: as if it had not been claimed, attempts included. */
  record Unclaim(Target target) implements Settle {
    public Unclaim {
      onlyIn(target, "unclaimed", Set.of(State.LEASED));
    }
  }

  private static void onlyIn(Target target, String what, Set<State> allowed) {
    if (target instanceof Target.ById byId && !allowed.containsAll(byId.states())) {
      throw BideException.invalid(
          "states", "are " + byId.states() + "; a message can be " + what + " only in " + allowed);
    }
  }
}
