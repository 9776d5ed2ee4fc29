package io.bide.store.redis;

import io.bide.BideException;
import io.bide.Cause;
import io.bide.ErrorCode;
import io.bide.PutResult.How;
import io.bide.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers under which constants are stored, so that nobody depends on the order of an enum. */
final class Codes {
  /** By their code, from 1 on. */
  private static final List<State> STATES = List.of(
      State.WAITING,
      State.READY,
      State.LEASED,
      State.DONE,
      State.EXPIRED,
      State.DEAD,
      State.CANCELLED);

  private static final List<Cause> CAUSES =
      List.of(Cause.ACKED, Cause.CANCELLED, Cause.REPLACED, Cause.TTL, Cause.ATTEMPTS);

  private static final List<How> HOWS = List.of(How.NEW, How.REPLACED, How.MERGED);

  private Codes() {}

  static int of(State state) {
    return STATES.indexOf(state) + 1;
  }

  static State state(int code) {
    return of(STATES, code, "state");
  }

  /** The state, if there is one. */
  static @Nullable State optionalState(int code) {
    return code == 0 ? null : state(code);
  }

  static Cause cause(int code) {
    return of(CAUSES, code, "cause");
  }

  static How how(int code) {
    return of(HOWS, code, "kind of put");
  }

  private static <T> T of(List<T> all, int code, String what) {
    if (code < 1 || code > all.size()) {
      throw new BideException(
          ErrorCode.CORRUPT, "a " + what + " is stored under the unknown number " + code);
    }
    return all.get(code - 1);
  }
}
