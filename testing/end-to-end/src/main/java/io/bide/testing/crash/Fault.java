package io.bide.testing.crash;

import java.util.Set;

/** A mistake planted into the queue, and the invariants of which at least one must catch it. */
enum Fault {
  /** The queue as it is. */
  NONE(),
  /** Answers do not wait for the disk. */
  SYNC_OFF(Invariant.LOST),
  /** A put is answered, then written. */
  ANSWER_BEFORE_WRITE(Invariant.LOST),
  /** The record of a message and its place in the index are two writes. */
  SECOND_BATCH(Invariant.LOST),
  /** The store's clock is five milliseconds ahead. */
  EARLY(Invariant.EARLY),
  /** A cancel is answered and nothing else. */
  CANCEL_NOT_PERSISTED(Invariant.AFTER_CANCEL),
  /** A release forgets that there was an attempt. */
  ATTEMPT_NOT_PERSISTED(Invariant.ATTEMPTS),
  /** A lease is promised but hardly kept. */
  LEASE_NOT_PERSISTED(Invariant.TWO_LEASES),
  /**
   * Claims are answered before they are on disk: a power loss undoes them. What is claimed next gets the
   * fence that was given away already if nothing else was claimed before it.
   */
  CLAIM_NOT_SYNCED(Invariant.TWO_LEASES, Invariant.DUPLICATE),
  /** A receipt only names the message. */
  RECEIPT_NOT_CHECKED(Invariant.STALE_RECEIPT),
  /** Tokens are not looked at. */
  TOKEN_IGNORED(Invariant.TWO_MESSAGES),
  /** The queue as it is, on a disk that will lose bits: it must say so instead of losing messages. */
  BIT_ROT(),
  /** The same disk, but a scan that broke off is taken for one that ended. */
  ITERATOR_STATUS_IGNORED(Invariant.LOST),
  /** Wake-ups get lost and nobody looks from time to time. */
  NO_WAKE_UPS(Invariant.STUCK);

  @SuppressWarnings("ImmutableEnumChecker") // Set.of never changes.
  private final Set<Invariant> caughtBy;

  Fault(Invariant... caughtBy) {
    this.caughtBy = Set.of(caughtBy);
  }

  /** Whether it can be seen only if the end of the log is lost. */
  boolean needsPowerLoss() {
    return this == SYNC_OFF || this == SECOND_BATCH || this == CLAIM_NOT_SYNCED;
  }

  /** Empty for no fault. */
  Set<Invariant> caughtBy() {
    return caughtBy;
  }
}
