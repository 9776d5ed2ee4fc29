package io.bide.server.auth;

import io.bide.DelayQueue;
import io.bide.Topic;
import io.bide.dialect.Right;
import io.bide.server.http.Caller;
import java.security.MessageDigest;

/** Whoever holds a key. */
final class KeyHolder implements Caller {
  private final ApiKey key;
  private final byte[] hash;
  private final GuardedQueue queue;

  KeyHolder(ApiKey key, DelayQueue queue) {
    this.key = key;
    this.hash = key.hashBytes();
    this.queue = new GuardedQueue(queue, key);
  }

  String name() {
    return key.name();
  }

  /** Compares in a time that does not tell how much of it was right. */
  boolean isHolderOf(byte[] hashOfSecret) {
    return MessageDigest.isEqual(hash, hashOfSecret);
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

  @Override
  public boolean may(Right right, Topic topic) {
    return may(right) && key.scope().covers(topic);
  }

  private boolean has(Action action) {
    return key.scope().actions().contains(action);
  }

  @Override
  public DelayQueue queue() {
    return queue;
  }
}
