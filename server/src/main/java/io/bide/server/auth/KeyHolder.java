package io.bide.server.auth;

import io.bide.DelayQueue;
import io.bide.dialect.Right;
import io.bide.server.http.Caller;

/** Whoever holds a key. */
final class KeyHolder implements Caller {
  private final ApiKey key;
  private final GuardedQueue queue;

  KeyHolder(ApiKey key, DelayQueue queue) {
    this.key = key;
    this.queue = new GuardedQueue(queue, key);
  }

  @Override
  public boolean may(Right right) {
    return switch (right) {
      case NONE, ANY -> true;
      case PUT -> has(Action.PUT);
      case CLAIM -> has(Action.CLAIM);
      case OPERATE -> has(Action.OPERATE);
    };
  }

  private boolean has(Action action) {
    return key.scope().actions().contains(action);
  }

  @Override
  public DelayQueue queue() {
    return queue;
  }
}
