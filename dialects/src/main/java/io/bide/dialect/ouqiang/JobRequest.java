package io.bide.dialect.ouqiang;

import io.bide.Body;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.Topic;
import io.bide.dialect.Refusal;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * What a client sends: the same five fields for every route, of which each looks at its own. Absent
 * ones are empty or zero.
 *
 * @param delay in seconds
 * @param ttr in seconds: how long a consumer has
 */
record JobRequest(String topic, String id, long delay, long ttr, String body) {
  static final JobRequest EMPTY = new JobRequest("", "", 0, 0, "");

  private static final int ANSWERED = 200;
  private static final long MAX_DELAY = 1L << 31;
  private static final long MAX_TTR = 86_400;

  static JobRequest read(Buffer json) {
    return GoJson.read(json.getBytes());
  }

  /** The refusal of a request that makes no sense: for its clients that is an answer like any other. */
  static Refusal complaint(String message) {
    return new Refusal(ANSWERED, "invalid", message);
  }

  /** The id of a request that needs nothing else. */
  String requireId() {
    String trimmed = Spaces.trim(id);
    if (trimmed.isEmpty()) {
      throw complaint("job id不能为空");
    }
    return trimmed;
  }

  /** The job to push. The order of the checks is seen by clients. */
  Put job() {
    String trimmedId = requireId();
    String trimmedTopic = Spaces.trim(topic);
    if (trimmedTopic.isEmpty()) {
      throw complaint("topic 不能为空");
    }
    if (delay <= 0 || delay > MAX_DELAY) {
      throw complaint("delay 取值范围1 - (2^31 - 1)");
    }
    if (ttr <= 0 || ttr > MAX_TTR) {
      throw complaint("ttr 取值范围1 - 86400");
    }
    return Put.to(Topic.of(trimmedTopic))
        .id(trimmedId)
        .body(Body.text(Spaces.trim(body)))
        .attributes(Jobs.MARK)
        .delay(Duration.ofSeconds(delay))
        .lease(Duration.ofSeconds(ttr))
        .maxAttempts(Put.UNLIMITED)
        .mode(PutMode.REPLACE)
        .build();
  }

  /**
   * The topics to pop from, in order. The list is trimmed, the names in it are not. A list of commas
   * names nothing that can be pushed to, and is taken for one name, so that it waits like any other.
   */
  List<Topic> topics() {
    String list = Spaces.trim(topic);
    if (list.isEmpty()) {
      throw complaint("topic不能为空");
    }
    List<Topic> topics = Arrays.stream(list.split(","))
        .filter(name -> !name.isEmpty())
        .distinct()
        .map(Topic::of)
        .toList();
    return topics.isEmpty() ? List.of(Topic.of(list)) : topics;
  }
}
