package io.bide.server.http;

import io.bide.DelayQueue;
import io.bide.Topic;
import io.bide.dialect.Right;

/** Who makes a call, and what the caller may do. */
public interface Caller {
  /** Whether there is any topic for which the caller has this right. */
  boolean may(Right right);

  /** Whether the caller has this right for a topic. */
  default boolean may(Right right, Topic topic) {
    return may(right);
  }

  /** The queue, as far as the caller may use it. */
  DelayQueue queue();

  /** Everybody may do everything. */
  static Caller unrestricted(DelayQueue queue) {
    return new Caller() {
      @Override
      public boolean may(Right right) {
        return true;
      }

      @Override
      public DelayQueue queue() {
        return queue;
      }
    };
  }
}
