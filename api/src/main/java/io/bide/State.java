package io.bide;

/**
 * Where a message is in its life. The state is a function of the stored record and the current time
 * alone: nothing moves a message to {@link #READY}, it is ready once its due time has passed.
 */
public enum State {
  /** Not due yet. */
  WAITING,
  /** Due, and nobody has it. */
  READY,
  /** Handed out; the claimer's lease is running. */
  LEASED,
  /** Acknowledged. */
  DONE,
  /** Its time to live passed before it was ever handed out. */
  EXPIRED,
  /** All attempts used up, or its time to live passed after it had been handed out. */
  DEAD,
  /** Taken back, or replaced by another message of the same id. */
  CANCELLED;

  /** Whether the message can still be handed out: {@link #WAITING}, {@link #READY}, {@link #LEASED}. */
  public boolean live() {
    return compareTo(LEASED) <= 0;
  }
}
