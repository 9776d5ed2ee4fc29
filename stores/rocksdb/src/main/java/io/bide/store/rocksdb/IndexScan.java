package io.bide.store.rocksdb;

import io.bide.State;

/**
 * Walks over an index of one topic by time, beginning where it is known to begin. {@link #rest} makes
 * the place it stopped at the new beginning, for what lies before has been dealt with.
 */
final class IndexScan implements AutoCloseable {
  private final Scan scan;
  private final TopicState.Head head;
  private final long headAt;
  private final long headSequence;
  private boolean valid;
  private long at;
  private long sequence;

  private final int prefixLength;

  private IndexScan(Scan scan, byte[] prefix, TopicState.Head head) {
    this.scan = scan;
    this.prefixLength = prefix.length;
    this.head = head;
    this.headAt = head.at();
    this.headSequence = head.sequence();
    read();
  }

  static IndexScan due(Ledger ledger, TopicState topic) {
    return of(ledger, Column.DUE, Keys.number(topic.number), topic.due);
  }

  static IndexScan leases(Ledger ledger, TopicState topic) {
    return of(ledger, Column.LEASE, Keys.number(topic.number), topic.lease);
  }

  static IndexScan deadlines(Ledger ledger, TopicState topic) {
    return of(ledger, Column.DEADLINE, Keys.number(topic.number), topic.deadline);
  }

  static IndexScan ended(Ledger ledger, TopicState topic, State state) {
    byte[] prefix = Keys.endedPrefix(topic.number, Codes.of(state));
    return of(ledger, Column.ENDED, prefix, topic.ended(state));
  }

  private static IndexScan of(Ledger ledger, Column column, byte[] prefix, TopicState.Head head) {
    return new IndexScan(ledger.scan(column, prefix, head.key(prefix)), prefix, head);
  }

  boolean valid() {
    return valid;
  }

  long at() {
    return at;
  }

  long sequence() {
    return sequence;
  }

  void next() {
    scan.next();
    read();
  }

  private void read() {
    valid = scan.valid();
    if (valid) {
      Decoder key = new Decoder(scan.key(), prefixLength);
      at = key.ordered();
      sequence = key.int64();
    }
  }

  /** What was passed is no longer in the index, or about to be taken out of it. */
  void rest() {
    if (valid) {
      head.set(at, sequence);
    } else {
      head.clear();
    }
  }

  /** From here on the head is what is written, until the scan says where it stopped. */
  void holdHead() {
    head.clear();
  }

  /** What was passed is no longer in the index; what has been written since may lie before. */
  void lowerHead() {
    if (valid) {
      head.lower(at, sequence);
    }
  }

  /** Something went wrong: the head is where it was, at the latest. */
  void restoreHead() {
    head.lower(headAt, headSequence);
  }

  @Override
  public void close() {
    scan.close();
  }
}
