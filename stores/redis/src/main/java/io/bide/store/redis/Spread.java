package io.bide.store.redis;

import io.bide.Topic;
import java.util.zip.CRC32;

/** Decides in which partition of its topic a message is. All nodes must decide alike, for ever. */
interface Spread {
  /** Evenly, whatever the ids look like. */
  Spread BY_HASH = (id, partitions) -> {
    CRC32 hash = new CRC32();
    hash.update(Packer.utf8(id));
    return (int) (hash.getValue() % partitions);
  };

  int partitionOf(String id, int partitions);

  /** The partition of an id; death notices are in that of the message that died. */
  default int partitionOf(Topic topic, String id, int partitions) {
    return partitions == 1 ? 0 : partitionOf(topic.stableId(id), partitions);
  }
}
