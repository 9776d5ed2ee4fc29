package io.bide.worker;

import io.bide.Delivery;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * What is done with the messages of a topic. The same message may be handled more than once: after a
 * crash, or when its lease ended before its outcome was known.
 *
 * <p>Handlers run on the worker's executor, several at the same time, and may block, except those
 * made by {@link #async}.
 */
public sealed interface Handler {
  /** Work on one message; it is done when this returns. */
  static Handler of(Work work) {
    return new One(delivery -> {
      work.handle(delivery);
      return Outcome.done();
    });
  }

  /** Work on one message that decides what becomes of it. */
  static Handler deciding(Decision decision) {
    return new One(decision);
  }

  /** Work on one message that goes on when this has returned, until the stage completes. */
  static Handler async(AsyncDecision decision) {
    return new Async(decision);
  }

  /** Work on several messages at once; all are done when this returns. */
  static Handler ofBatch(BatchWork work) {
    return new Batch(deliveries -> {
      work.handle(deliveries);
      return Collections.nCopies(deliveries.size(), Outcome.done());
    });
  }

  /** Work on several messages at once that decides what becomes of each. */
  static Handler decidingBatch(BatchDecision decision) {
    return new Batch(decision);
  }

  /** See {@link Handler#of}. */
  @FunctionalInterface
  interface Work {
    void handle(Delivery delivery) throws Exception;
  }

  /** See {@link Handler#deciding}. */
  @FunctionalInterface
  interface Decision {
    Outcome handle(Delivery delivery) throws Exception;
  }

  /** See {@link Handler#async}. A stage that fails is a handler that throws. */
  @FunctionalInterface
  interface AsyncDecision {
    CompletionStage<Outcome> handle(Delivery delivery) throws Exception;
  }

  /** See {@link Handler#ofBatch}. */
  @FunctionalInterface
  interface BatchWork {
    void handle(List<Delivery> deliveries) throws Exception;
  }

  /** See {@link Handler#decidingBatch}. The outcomes are in the order of the deliveries. */
  @FunctionalInterface
  interface BatchDecision {
    List<Outcome> handle(List<Delivery> deliveries) throws Exception;
  }

  /** A handler of one message at a time. */
  record One(Decision decision) implements Handler {}

  /** A handler of one message at a time that needs no thread while it waits. */
  record Async(AsyncDecision decision) implements Handler {}

  /** A handler of several messages at once. */
  record Batch(BatchDecision decision) implements Handler {}
}
