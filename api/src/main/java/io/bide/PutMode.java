package io.bide;

/** What a put does when its id belongs to a live message. An id whose message has ended is free. */
public enum PutMode {
  /** Nothing changes; the answer carries the stored message. */
  REJECT,
  /** The new message takes the old one's place and voids its lease. */
  REPLACE,
  /** The body is added to the items of the live message. */
  MERGE
}
