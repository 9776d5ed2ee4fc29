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
   * @param last whether this was the last attempt, however many are allowed: the message is {@link
   *     State#DEAD} then. By id only a leased one
   */
  record Release(Target target, @Nullable Due due, boolean last) implements Settle {
    private static final Set<State> LIVE = Set.of(State.WAITING, State.READY, State.LEASED);

    public Release {
      onlyIn(target, "released", last ? Set.of(State.LEASED) : LIVE);
      if (last && due != null) {
        throw BideException.invalid("last", "means that there is no other time; leave due out");
      }
    }

    public Release(Target target, @Nullable Due due) {
      this(target, due, false);
    }

    /** It can never succeed: no further attempt. */
    public static Release last(Target target) {
      return new Release(target, null, true);
    }
  }

  /** The work takes longer: the lease ends this long after now. */
  record Extend(Target target, Duration lease) implements Settle {
    public Extend {
      Checks.positive("lease", lease);
      onlyIn(target, "extended", Set.of(State.LEASED));
    }
  }

  /**
   * It was never seen by the claimer, or is not for him: as if it had not been claimed, attempts
   * included.
   *
   * @param due when it may be claimed again; left out, as before. The expiry stays
   */
  record Unclaim(Target target, @Nullable Due due) implements Settle {
    public Unclaim {
      onlyIn(target, "unclaimed", Set.of(State.LEASED));
    }

    public Unclaim(Target target) {
      this(target, null);
    }
  }

  private static void onlyIn(Target target, String what, Set<State> allowed) {
    if (target instanceof Target.ById byId && !allowed.containsAll(byId.states())) {
      throw BideException.invalid(
          "states", "are " + byId.states() + "; a message can be " + what + " only in " + allowed);
    }
  }
}
