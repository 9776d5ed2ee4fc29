package io.bide.dialect.camellia;

import io.bide.Horizon;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * What the original tells Prometheus, under its names. Counts are those of the last minute that is
 * over, sizes those of now.
 */
final class PrometheusText {
  private final StringBuilder text = new StringBuilder();
  private String name = "";

  private PrometheusText() {}

  static Buffer of(Window window, List<TopicInfo> topics) {
    PrometheusText out = new PrometheusText();
    List<Window.Counts> all = window.all();
    List<Window.Counts> pulled =
        all.stream().filter(counts -> counts.pulls.sum() > 0).toList();
    List<Window.Counts> ready =
        all.stream().filter(counts -> counts.ready.sum() > 0).toList();
    out.family("request", "Delay Queue Request", all, out::requests);
    out.family("pull_msg_time_gap", "Delay Queue Pull Msg Time Gap", pulled, out::pullGap);
    out.family("ready_queue_time_gap", "Delay Queue Ready Queue Time Gap", ready, out::readyGap);
    out.family("topic_info", "Delay Queue Topic Info", topics, out::topic);
    return Buffer.buffer(out.text.toString());
  }

  private <T> void family(String family, String help, List<T> items, Consumer<T> writer) {
    name = family;
    text.append("# HELP ").append(family).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(family).append(" gauge\n");
    items.forEach(writer);
  }

  private void requests(Window.Counts counts) {
    add(counts.topic, "sendMsg", counts.sends.sum());
    add(counts.topic, "pullMsg", counts.pulls.sum());
    add(counts.topic, "deleteMsg", counts.deletes.sum());
    add(counts.topic, "ackMsg", counts.acks.sum());
    add(counts.topic, "getMsg", counts.looks.sum());
    add(counts.topic, "triggerMsgReady", counts.ready.sum());
    add(counts.topic, "triggerMsgTimeout", counts.timeouts.sum());
    add(counts.topic, "triggerMsgEndLife", counts.endOfLife.sum());
  }

  private void pullGap(Window.Counts counts) {
    gap(counts.topic, counts.pulls.sum(), counts.averageGap(), counts.longestGap());
  }

  private void readyGap(Window.Counts counts) {
    gap(counts.topic, counts.ready.sum(), 0, 0);
  }

  private void gap(String topic, long count, double average, long longest) {
    add(topic, "count", count);
    add(topic, "avg", String.format(Locale.ROOT, "%f", average));
    add(topic, "max", longest);
  }

  private void topic(TopicInfo info) {
    add(info.topic(), "readyQueueSize", info.ready());
    add(info.topic(), "ackQueueSize", info.consuming());
    add(info.topic(), "waitingQueueSize", info.waiting());
    for (Horizon horizon : Horizon.values()) {
      add(info.topic(), "size_" + TopicInfo.range(horizon, "_"), info.size(horizon));
    }
  }

  private void add(String topic, String type, long value) {
    add(topic, type, Long.toString(value));
  }

  private void add(String topic, String type, String value) {
    text.append(name).append("{topic=\"").append(escaped(topic));
    text.append("\",type=\"").append(type).append("\"} ").append(value).append('\n');
  }

  /** No name has a line feed. */
  private static String escaped(String label) {
    return label.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
