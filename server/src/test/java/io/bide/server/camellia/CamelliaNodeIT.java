package io.bide.server.camellia;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.SystemTime;
import io.bide.server.Assembly;
import io.bide.server.Node;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Settings;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dialect in a whole server, by the clock on the wall. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class CamelliaNodeIT {
  @TempDir
  private Path directory;

  private Node start() {
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.toString(), "test");
    layer.set(Catalogue.CAMELLIA_METRICS, "true", "test");
    return Assembly.start(Settings.of(layer, Map.of()));
  }

  private static CamelliaClient client(Node node) {
    return new CamelliaClient(node.address().getPort());
  }

  @Test
  void messages_comeThroughLongPollsOnceAndNeverEarly() {
    try (Node node = start()) {
      CamelliaClient client = client(node);
      for (int i = 0; i < 40; i++) {
        client.call("sendMsg", "topic=t&msg=x&msgId=m" + i + "&delayMillis=" + 10 * i);
      }
      Set<String> ids = new HashSet<>();
      while (ids.size() < 40) {
        CamelliaClient.Reply polled = client.call("longPollingMsg", "topic=t");
        long now = SystemTime.clock().millis();
        assertThat(Long.parseLong(polled.field("triggerTime"))).isLessThanOrEqualTo(now);
        assertThat(polled.field("retry")).isEqualTo("1");
        String id = polled.field("msgId");
        assertThat(ids.add(id)).as(id).isTrue();
        assertThat(client.call("ackMsg", "topic=t&ack=true&msgId=" + id).body())
            .isEqualTo("{\"code\":200,\"msg\":\"success\"}");
      }
      assertThat(client.call("pullMsg", "topic=t").body()).endsWith("\"delayMsgList\":[]}");
    }
  }

  @Test
  void messages_surviveARestartTheEndedOnesWithTheirText() {
    try (Node node = start()) {
      client(node).call("sendMsg", "topic=t&msg=done&msgId=a&delayMillis=0");
      client(node).call("ackMsg", "topic=t&msgId=a&ack=true");
      client(node).call("sendMsg", "topic=t&msg=alive&msgId=b&delayMillis=0");
    }
    try (Node node = start()) {
      assertThat(client(node).call("getMsg", "topic=t&msgId=a").body())
          .contains("\"msg\":\"done\"", "\"status\":4");
      assertThat(client(node).call("pullMsg", "topic=t").body())
          .contains("\"msg\":\"alive\"", "\"retry\":1");
    }
  }

  @Test
  void metrics_underTheSwitch_haveTheNamesOfTheOriginalToo() {
    try (Node node = start()) {
      client(node).call("sendMsg", "topic=t&msg=x&delayMillis=50000");

      CamelliaClient.Reply scrape = client(node)
          .exchange("GET", "/metrics", "", "Accept", "application/openmetrics-text, text/plain");

      assertThat(scrape.contentType()).startsWith("text/plain; version=0.0.4");
      assertThat(scrape.body())
          .contains("bide_puts_total{")
          .contains("\n# TYPE topic_info gauge\n")
          .contains("\ntopic_info{topic=\"t\",type=\"size_0_1min\"} 1\n");
    }
  }
}
