package io.bide.store.rocksdb;

/** What goes on of a merged message when the first of its items have ended. */
record Remainder(Entry ended, int from, int end, long due, long firstItemAt, long created) {
  /**
   * Judged before the entry ends.
   *
   * @param at when the first items ended
   * @param dueNow when something is due that is due at once
   */
  static Remainder of(Entry entry, int taken, long at, long dueNow) {
    boolean leased = entry.leased(at);
    boolean next = leased && taken >= entry.nextStart;
    return new Remainder(
        entry,
        Math.max(taken, entry.from),
        entry.end,
        dueOf(entry, next, dueNow),
        next ? entry.nextFirstAt : entry.firstItemAt,
        at);
  }

  private static long dueOf(Entry entry, boolean next, long dueNow) {
    if (next) {
      return entry.nextDue;
    }
    if (entry.movedAfterLease() && !entry.atFront()) {
      return entry.position;
    }
    return dueNow;
  }

  /** Fills a fresh entry of the same id. */
  Entry entry(Entry fresh) {
    fresh.chain = ended.chain;
    fresh.created = created;
    fresh.due = due;
    fresh.position = due;
    fresh.ttl = ended.ttl;
    fresh.lease = ended.lease;
    fresh.backoff = ended.backoff;
    fresh.maxAttempts = ended.maxAttempts;
    fresh.attributes = ended.attributes;
    fresh.merged = true;
    fresh.raw = ended.raw;
    fresh.itemsPerClaim = ended.itemsPerClaim;
    fresh.from = from;
    fresh.handed = from;
    fresh.everHanded = from;
    fresh.nextStart = end;
    fresh.end = end;
    fresh.firstItemAt = firstItemAt;
    return fresh;
  }
}
