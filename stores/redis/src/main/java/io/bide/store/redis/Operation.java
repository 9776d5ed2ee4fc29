package io.bide.store.redis;

import io.bide.Topic;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One put or settle on its way, alone or in company. */
final class Operation {
  private final Topic topic;
  private final String id;
  private final @Nullable Integer partition;
  private final byte[] packed;
  private final CompletableFuture<Object> answer = new CompletableFuture<>();

  private Operation(Topic topic, String id, @Nullable Integer partition, byte[] packed) {
    this.topic = topic;
    this.id = id;
    this.partition = partition;
    this.packed = packed;
  }

  /** One whose partition is that of its id. */
  static Operation byId(Topic topic, String id, byte[] packed) {
    return new Operation(topic, id, null, packed);
  }

  /** One that belongs into this partition, whatever its id. */
  static Operation at(Topic topic, String id, int partition, byte[] packed) {
    return new Operation(topic, id, partition, packed);
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

  /** What the script is given. */
  byte[] packed() {
    return packed;
  }

  /** What the script answers to it. */
  CompletableFuture<Object> answer() {
    return answer;
  }
}
