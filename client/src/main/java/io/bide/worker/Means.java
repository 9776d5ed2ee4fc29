package io.bide.worker;

import io.bide.DelayQueue;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What all topics of a worker share.
 *
 * @param poll how long a claim waits
 */
record Means(
    DelayQueue queue, Timing timing, Executor executor, WorkerListener listener, Duration poll) {}
