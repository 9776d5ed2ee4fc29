package io.bide.dialect.camellia;

import io.bide.BideException;
import io.bide.Topic;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What operators of the original ask for: what topics hold, and what happened in the last minute. */
final class Reports {
  private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=UTF-8");

  private final Config config;
  private final Monitor monitor;
  private final TopicInfos topics;

  Reports(Config config, Monitor monitor, TopicInfos topics) {
    this.config = config;
    this.monitor = monitor;
    this.topics = topics;
  }

  void topic(Call call) {
    String name = Form.of(call).text(Field.TOPIC);
    Topic topic = topic(name);
    if (topic == null) {
      answer(call, TopicInfo.empty(name)::write);
    } else {
      call.then(call.queue().stats(topic), stats -> answer(call, TopicInfo.of(stats)::write));
    }
  }

  /** What cannot be the name of a topic is the name of one that nobody has put to. */
  private @Nullable Topic topic(String name) {
    try {
      return config.topic(name);
    } catch (BideException e) {
      return null;
    }
  }

  void topics(Call call) {
    call.then(
        topics.all(call.queue()),
        infos -> answer(call, out -> {
          out.beginArray();
          infos.forEach(info -> info.write(out));
          out.endArray();
        }));
  }

  void monitor(Call call) {
    List<Window.Counts> last = monitor.last().all();
    answer(call, out -> {
      out.beginObject().name("requestStatsList");
      writeRequests(out, last);
      writePullGaps(out.name("pullMsgTimeGapStatsList"), last);
      writeReadyGaps(out.name("readyQueueTimeGapStatsList"), last);
      out.endObject();
    });
  }

  private static void answer(Call call, Consumer<JsonOut> data) {
    JsonOut out = new JsonOut().beginObject().field("code", Answer.OK).name("data");
    data.accept(out);
    call.answer(200, CamelliaDialect.JSON, out.endObject().toBuffer());
  }

  void monitorText(Call call) {
    List<Window.Counts> last = monitor.last().all();
    call.then(topics.all(call.queue()), infos -> {
      JsonOut out = new JsonOut().beginObject().name("requestStats");
      writeRequests(out, last);
      writePullGaps(out.name("pullMsgTimeGapStats"), last);
      writeReadyGaps(out.name("readyQueueTimeGapStats"), last);
      writeTopics(out.name("topicInfoStats"), infos);
      writeHistograms(out.name("waitingQueueStats"), infos);
      call.answer(200, TEXT, out.endObject().toBuffer());
    });
  }

  private static void writeRequests(JsonOut out, List<Window.Counts> all) {
    out.beginArray();
    for (Window.Counts counts : all) {
      out.beginObject().field("topic", counts.topic).field("sendMsg", counts.sends.sum());
      out.field("pullMsg", counts.pulls.sum()).field("deleteMsg", counts.deletes.sum());
      out.field("ackMsg", counts.acks.sum()).field("getMsg", counts.looks.sum());
      out.field("triggerMsgReady", counts.ready.sum());
      out.field("triggerMsgEndLife", counts.endOfLife.sum());
      out.field("triggerMsgTimeout", counts.timeouts.sum()).endObject();
    }
    out.endArray();
  }

  private static void writePullGaps(JsonOut out, List<Window.Counts> all) {
    out.beginArray();
    for (Window.Counts counts : all) {
      if (counts.pulls.sum() > 0) {
        writeGap(out, counts, counts.pulls.sum(), counts.averageGap(), counts.longestGap());
      }
    }
    out.endArray();
  }

  /** A message is ready at its trigger time, not when something gets round to moving it. */
  private static void writeReadyGaps(JsonOut out, List<Window.Counts> all) {
    out.beginArray();
    for (Window.Counts counts : all) {
      if (counts.ready.sum() > 0) {
        writeGap(out, counts, counts.ready.sum(), 0, 0);
      }
    }
    out.endArray();
  }

  private static void writeGap(
      JsonOut out, Window.Counts counts, long count, double average, long longest) {
    out.beginObject().field("topic", counts.topic).field("count", count);
    out.name("avg").raw(Double.toString(average)).field("max", longest).endObject();
  }

  private static void writeTopics(JsonOut out, List<TopicInfo> infos) {
    out.beginArray();
    for (TopicInfo info : infos) {
      out.beginObject().field("topic", info.topic()).field("waitingQueueSize", info.waiting());
      out.field("ackQueueSize", info.consuming()).field("readyQueueSize", info.ready());
      out.endObject();
    }
    out.endArray();
  }

  private static void writeHistograms(JsonOut out, List<TopicInfo> infos) {
    out.beginArray();
    for (TopicInfo info : infos) {
      info.writeHistogram(out.beginObject());
      out.field("topic", info.topic()).endObject();
    }
    out.endArray();
  }
}
