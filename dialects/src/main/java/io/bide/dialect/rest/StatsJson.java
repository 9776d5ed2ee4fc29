package io.bide.dialect.rest;

import io.bide.Due;
import io.bide.Horizon;
import io.bide.State;
import io.bide.TopicStats;
import io.bide.dialect.JsonOut;

/** What is in a topic, as answers show it. */
final class StatsJson {
  private static final State[] STATES = State.values();
  private static final Horizon[] HORIZONS = Horizon.values();

  private StatsJson() {}

  static void write(JsonOut out, TopicStats stats) {
    out.field("paused", stats.paused());
    writeCounts(out, stats);
    out.name("waiting").beginArray();
    for (Horizon horizon : HORIZONS) {
      out.beginObject();
      if (horizon != Horizon.LATER) {
        out.field("upTo", Due.millisUp(horizon.end()));
      }
      out.field("count", stats.waiting(horizon)).endObject();
    }
    out.endArray();
    MessageJson.time(out, "oldest", stats.oldestReady());
    MessageJson.time(out, "nextDue", stats.nextDue());
  }

  static void writeCounts(JsonOut out, TopicStats stats) {
    out.name("counts").beginObject();
    for (State state : STATES) {
      out.field(MessageJson.word(state), stats.count(state));
    }
    out.endObject();
  }
}
