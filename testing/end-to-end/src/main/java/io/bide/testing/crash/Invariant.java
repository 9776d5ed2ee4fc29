package io.bide.testing.crash;

/** What must never happen, whatever crashes. */
enum Invariant {
  /** A message that certainly was stored is gone, or has ended though nobody asked for it. */
  LOST,
  /** Delivered, but never put, or with another body. */
  UNEXPECTED,
  /** Delivered, though the put certainly failed. */
  FAILED_PUT,
  /** Handed out, or promised, before its time. */
  EARLY,
  /** Handed out when its time to live was over. */
  AFTER_EXPIRY,
  /** Delivered, or ended in another way, after its ack was confirmed. */
  AFTER_ACK,
  /** Delivered, or ended in another way, after its cancel was confirmed. */
  AFTER_CANCEL,
  /** More attempts than allowed, or attempt numbers that do not rise. */
  ATTEMPTS,
  /** Handed out while another lease of it was running. */
  TWO_LEASES,
  /** Delivered twice by one and the same claim, or an item twice in one message. */
  DUPLICATE,
  /** The counts of a topic are not what is there. */
  COUNTS,
  /** Due, a claimer waits, nothing comes; or a call is not answered at all. */
  STUCK,
  /** One idempotent put made two messages, or got two answers. */
  TWO_MESSAGES,
  /** A receipt that had become worthless was accepted. */
  STALE_RECEIPT,
  /** Items of a merged message in another order than they were put. */
  ORDER
}
