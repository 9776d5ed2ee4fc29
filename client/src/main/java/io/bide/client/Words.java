package io.bide.client;

import io.bide.Cause;
import io.bide.DeliveryMode;
import io.bide.PutResult;
import io.bide.SettleResult;
import io.bide.State;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Constants as they are written on the wire: in lower case, with dashes. */
final class Words {
  static final Map<String, State> STATES = table(State.class);
  static final Map<String, Cause> CAUSES = table(Cause.class);
  static final Map<String, DeliveryMode> DELIVERIES = table(DeliveryMode.class);
  static final Map<String, PutResult.How> HOW = Map.of(
      "stored", PutResult.How.NEW,
      "replaced", PutResult.How.REPLACED,
      "merged", PutResult.How.MERGED);
  static final Map<String, SettleResult.Answer> SETTLED = Map.of(
      "ok", SettleResult.Answer.OK,
      "stale-receipt", SettleResult.Answer.STALE,
      "ended", SettleResult.Answer.ENDED,
      "wrong-state", SettleResult.Answer.WRONG_STATE,
      "unknown-message", SettleResult.Answer.UNKNOWN,
      "failed", SettleResult.Answer.FAILED);

  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static <E extends Enum<E>> Map<String, E> table(Class<E> type) {
    Map<String, E> table = new HashMap<>();
    for (E constant : type.getEnumConstants()) {
      table.put(of(constant), constant);
    }
    return Map.copyOf(table);
  }
}
