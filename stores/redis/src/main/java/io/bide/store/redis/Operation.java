package io.bide.store.redis;

import io.bide.BideException;
import io.bide.Topic;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One put or settle on its way, alone or in company. It is answered or fails, once, and then read. */
final class Operation {
  private final Topic topic;
  private final String id;
  private final @Nullable Integer partition;
  private final byte[] head;
  private final byte @Nullable [] content;
  private @Nullable Gathering<?> gathering;
  private @Nullable Object answer;
  private @Nullable BideException failure;

  private Operation(
      Topic topic, String id, @Nullable Integer partition, byte[] head, byte @Nullable [] content) {
    this.topic = topic;
    this.id = id;
    this.partition = partition;
    this.head = head;
    this.content = content;
  }

  /** One whose partition is that of its id. */
  static Operation byId(Topic topic, String id, byte[] head, byte @Nullable [] content) {
    return new Operation(topic, id, null, head, content);
  }

  /** One that belongs into this partition, whatever its id. */
  static Operation at(Topic topic, String id, int partition, byte[] head) {
    return new Operation(topic, id, partition, head, null);
  }

  Topic topic() {
    return topic;
  }

  String id() {
    return id;
  }

  /** The partition it belongs into, if that does not depend on its id. */
  @Nullable
  Integer partition() {
    return partition;
  }

  /** What the script is told of it; as long as that of any other operation of its kind. */
  byte[] head() {
    return head;
  }

  /** What becomes the message, for a put. */
  byte @Nullable [] content() {
    return content;
  }

  /** About how many bytes are sent for it. */
  int size() {
    return head.length + id.length() + (content == null ? 0 : content.length);
  }

  /** Who waits for it. */
  void belongsTo(Gathering<?> waiting) {
    gathering = waiting;
  }

  /**
   * The script has answered.
   *
   * @param what its answer; when it went as operations mostly go, the time at which it did
   */
  void answered(Object what) {
    answer = what;
    over();
  }

  void failed(BideException why) {
    failure = why;
    over();
  }

  private void over() {
    if (gathering != null) {
      gathering.oneIsOver();
    }
  }

  /** The answer of one that has not failed. */
  Object answer() {
    return Objects.requireNonNull(answer);
  }

  @Nullable
  BideException failure() {
    return failure;
  }
}
