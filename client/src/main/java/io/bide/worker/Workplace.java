package io.bide.worker;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * A queue that says where its workers run and what time it is for them. Workers on a queue that is
 * also a workplace keep to it unless they are told otherwise. It is for test kits, whose clock is moved
 * by hand and which have to know when nothing runs any more.
 */
public interface Workplace {
  /** Where handlers run. */
  Executor executor();

  /** When leases are extended. Closed with every worker, so closing it must not affect the others. */
  Timing timing();

  /** How long a claim waits before it is made anew. */
  Duration poll();

  /** The clock of the queue. */
  InstantSource clock();
}
