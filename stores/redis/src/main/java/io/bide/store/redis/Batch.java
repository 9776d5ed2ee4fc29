package io.bide.store.redis;

import java.util.List;

/**
 * Operations of one kind that are sent in one call.
 *
 * @param distinct whether all are about different messages
 */
record Batch(List<Operation> operations, boolean distinct) {
  /** What the script is given: what is to be done, the ids, and what the messages consist of. */
  byte[][] arguments() {
    int count = operations.size();
    boolean contents = operations.get(0).content() != null;
    byte[][] arguments = new byte[1 + (contents ? 2 * count : count)][];
    Packer heads = new Packer(1 + count * operations.get(0).head().length);
    heads.int8(distinct ? 1 : 0);
    for (int i = 0; i < count; i++) {
      Operation operation = operations.get(i);
      heads.raw(operation.head());
      arguments[1 + i] = Packer.utf8(operation.id());
      byte[] content = operation.content();
      if (content != null) {
        arguments[1 + count + i] = content;
      }
    }
    arguments[0] = heads.done();
    return arguments;
  }
}
