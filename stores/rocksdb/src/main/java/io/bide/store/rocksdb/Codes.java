package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.Cause;
import io.bide.DeliveryMode;
import io.bide.ErrorCode;
import io.bide.PutResult.How;
import io.bide.State;

/** The numbers under which constants are stored. They never change their meaning. */
final class Codes {
  /** All codes of states are below this. */
  static final int STATES = 8;

  private Codes() {}

  static int of(State state) {
    return switch (state) {
      case WAITING -> 1;
      case READY -> 2;
      case LEASED -> 3;
      case DONE -> 4;
      case EXPIRED -> 5;
      case DEAD -> 6;
      case CANCELLED -> 7;
    };
  }

  static State state(int code) {
    return switch (code) {
      case 1 -> State.WAITING;
      case 2 -> State.READY;
      case 3 -> State.LEASED;
      case 4 -> State.DONE;
      case 5 -> State.EXPIRED;
      case 6 -> State.DEAD;
      case 7 -> State.CANCELLED;
      default -> throw unknown("state", code);
    };
  }

  static int of(Cause cause) {
    return switch (cause) {
      case ACKED -> 1;
      case CANCELLED -> 2;
      case REPLACED -> 3;
      case TTL -> 4;
      case ATTEMPTS -> 5;
    };
  }

  static Cause cause(int code) {
    return switch (code) {
      case 1 -> Cause.ACKED;
      case 2 -> Cause.CANCELLED;
      case 3 -> Cause.REPLACED;
      case 4 -> Cause.TTL;
      case 5 -> Cause.ATTEMPTS;
      default -> throw unknown("cause", code);
    };
  }

  static int of(How how) {
    return switch (how) {
      case NEW -> 1;
      case REPLACED -> 2;
      case MERGED -> 3;
    };
  }

  static How how(int code) {
    return switch (code) {
      case 1 -> How.NEW;
      case 2 -> How.REPLACED;
      case 3 -> How.MERGED;
      default -> throw unknown("answer", code);
    };
  }

  static int of(DeliveryMode mode) {
    return switch (mode) {
      case AT_LEAST_ONCE -> 1;
      case AT_MOST_ONCE -> 2;
    };
  }

  static DeliveryMode mode(int code) {
    return switch (code) {
      case 1 -> DeliveryMode.AT_LEAST_ONCE;
      case 2 -> DeliveryMode.AT_MOST_ONCE;
      default -> throw unknown("delivery mode", code);
    };
  }

  private static BideException unknown(String what, int code) {
    return new BideException(
        ErrorCode.CORRUPT, "a " + what + " is stored under the unknown number " + code);
  }
}
