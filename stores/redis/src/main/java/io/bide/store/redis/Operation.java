package io.bide.store.redis;

import io.bide.Topic;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One put or settle on its way, alone or in company.
 *
 * @param partition where it belongs whatever its id; absent, the id decides
 * @param packed what the script is given
 */
record Operation(
    Topic topic,
    String id,
    @Nullable Integer partition,
    byte[] packed,
    CompletableFuture<Object> answer) {
  static Operation byId(Topic topic, String id, byte[] packed) {
    return new Operation(topic, id, null, packed, new CompletableFuture<>());
  }

  static Operation at(Topic topic, String id, int partition, byte[] packed) {
    return new Operation(topic, id, partition, packed, new CompletableFuture<>());
  }
}
