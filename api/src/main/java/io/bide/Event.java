package io.bide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something that happened to a message or a topic, told after it was durable. */
public sealed interface Event {
  Topic topic();

  Instant at();

  /** A put was stored. */
  record Stored(Topic topic, Instant at, String id, PutResult.How how, Instant due)
      implements Event {}

  /** A put found its id alive. */
  record Refused(Topic topic, Instant at, String id) implements Event {}

  /**
   * A message was handed out.
   *
   * @param available since when it could have been: the lateness is the time from there to {@code at}
   */
  record Claimed(Topic topic, Instant at, String id, int attempt, Instant available)
      implements Event {}

  /** What was handed out was acknowledged, released, extended or unclaimed. */
  record Settled(Topic topic, Instant at, String id, Kind kind) implements Event {
    /** How it was settled. */
    public enum Kind {
      ACK,
      RELEASE,
      EXTEND,
      UNCLAIM
    }
  }

  /** A message was cancelled. */
  record Cancelled(Topic topic, Instant at, String id) implements Event {}

  /** A message was rescheduled. */
  record Rescheduled(
      Topic topic, Instant at, String id, @Nullable Instant due) implements Event {}

  /** A message died or expired. */
  record Died(Topic topic, Instant at, String id, State state, Cause cause, int attempts)
      implements Event {}

  /** Dead letters were brought back. */
  record Redriven(Topic topic, Instant at, int messages) implements Event {}

  /** The topic was paused or resumed. */
  record Paused(Topic topic, Instant at, boolean paused) implements Event {}

  /** Messages of the topic were purged. */
  record Purged(Topic topic, Instant at, long messages) implements Event {}

  /**
   * A message was sent to its endpoint, or could not be.
   *
   * @param attempt as in {@link Claimed}
   */
  record Pushed(Topic topic, Instant at, String id, int attempt, PushReport report)
      implements Event {}

  /**
   * A subscription was disabled because of what its endpoint answered.
   *
   * @param reason in words
   */
  record Unsubscribed(Topic topic, Instant at, String reason) implements Event {}
}
