package io.bide.dialect.camellia;

import io.bide.Horizon;
import io.bide.State;
import io.bide.TopicStats;
import io.bide.dialect.JsonOut;
import java.util.Map;

/** What a topic holds. */
record TopicInfo(
    String topic, long waiting, Map<Horizon, Long> histogram, long ready, long consuming) {
  static TopicInfo of(TopicStats stats) {
    return new TopicInfo(
        stats.topic().name(),
        stats.count(State.WAITING),
        stats.waiting(),
        stats.count(State.READY),
        stats.count(State.LEASED));
  }

  /** A topic that nobody has put to. */
  static TopicInfo empty(String topic) {
    return new TopicInfo(topic, 0, Map.of(), 0, 0);
  }

  void write(JsonOut out) {
    out.beginObject().field("topic", topic).field("waitingQueueSize", waiting);
    out.name("waitingQueueInfo").beginObject();
    writeHistogram(out);
    out.endObject()
        .field("readyQueueSize", ready)
        .field("ackQueueSize", consuming)
        .endObject();
  }

  /** The fields of the histogram, without the braces. */
  void writeHistogram(JsonOut out) {
    for (Horizon horizon : Horizon.values()) {
      out.field("sizeOf" + range(horizon, "To"), size(horizon));
    }
  }

  long size(Horizon horizon) {
    return histogram.getOrDefault(horizon, 0L);
  }

  /** How the original names the time to a horizon from the one before. */
  static String range(Horizon horizon, String to) {
    return switch (horizon) {
      case MINUTE_1 -> "0" + to + "1min";
      case MINUTES_10 -> "1min" + to + "10min";
      case MINUTES_30 -> "10min" + to + "30min";
      case HOUR_1 -> "30min" + to + "1hour";
      case HOURS_6 -> "1hour" + to + "6hour";
      case DAY_1 -> "6hour" + to + "1day";
      case DAYS_7 -> "1day" + to + "7day";
      case DAYS_30 -> "7day" + to + "30day";
      case LATER -> "30day" + to + (to.equals("To") ? "Infinite" : "infinite");
    };
  }
}
