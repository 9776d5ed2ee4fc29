package io.bide.store.redis;

import io.bide.Due;
import io.bide.Receipt;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.SettleResult.Answer;
import io.bide.State;
import io.bide.Target;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Settles as {@code settle.lua} wants them, and its answers. */
final class Settling {
  private static final int ACK = 1;
  private static final int RELEASE = 2;
  private static final int EXTEND = 3;
  private static final int UNCLAIM = 4;

  private static final int BY_RECEIPT = 1;
  private static final int BY_ID = 2;
  private static final int NOT_SAID = 3;
  private static final int NO_TIME = 4;

  private static final int HEAD_SIZE = 24;
  private static final SettleResult ACKED = new SettleResult(Answer.OK, State.DONE, null, null);

  private Settling() {}

  static Operation operation(Settle settle) {
    Target target = settle.target();
    byte[] head = head(settle, target);
    return target instanceof Receipt receipt
        ? Operation.at(receipt.topic(), receipt.id(), receipt.partition(), head)
        : Operation.byId(target.topic(), target.id(), head, null);
  }

  private static byte[] head(Settle settle, Target target) {
    Packer out = new Packer(HEAD_SIZE).int8(verbOf(settle));
    if (target instanceof Receipt receipt) {
      out.int8(BY_RECEIPT).number(receipt.fence(), Long.BYTES).int8(0);
    } else {
      out.int8(BY_ID).number(0, Long.BYTES).int8(statesOf((Target.ById) target));
    }
    due(out, settle);
    out.millis(settle instanceof Settle.Extend extend ? Due.millisUp(extend.lease()) : 0);
    return out.done();
  }

  private static void due(Packer out, Settle settle) {
    Due due = dueOf(settle);
    if (due != null) {
      Putting.due(out, due);
    } else {
      boolean last = settle instanceof Settle.Release release && release.last();
      out.int8(last ? NO_TIME : NOT_SAID).millis(0);
    }
  }

  private static @Nullable Due dueOf(Settle settle) {
    if (settle instanceof Settle.Release release) {
      return release.due();
    }
    return settle instanceof Settle.Unclaim unclaim ? unclaim.due() : null;
  }

  private static int verbOf(Settle settle) {
    if (settle instanceof Settle.Ack) {
      return ACK;
    }
    if (settle instanceof Settle.Release) {
      return RELEASE;
    }
    return settle instanceof Settle.Extend ? EXTEND : UNCLAIM;
  }

  private static int statesOf(Target.ById target) {
    int states = 0;
    for (State state : target.states()) {
      states |= 1 << Codes.of(state);
    }
    return states;
  }

  static SettleResult result(Object answer) {
    if (answer instanceof Instant) {
      return ACKED;
    }
    Unpacker in = new Unpacker(answer);
    Answer what = switch (in.int8()) {
      case 1 -> Answer.OK;
      case 2 -> Answer.STALE;
      case 3 -> Answer.ENDED;
      case 4 -> Answer.WRONG_STATE;
      default -> Answer.UNKNOWN;
    };
    @Nullable State state = Codes.optionalState(in.int8());
    @Nullable Instant next = in.optionalTime();
    return new SettleResult(what, state, next, null);
  }
}
