package io.bide.testing.crash;

import io.bide.Receipt;
import java.util.List;

/**
 * One message in the answer to a claim. Times are epoch milliseconds, zero means: absent.
 *
 * @param claimed the store's time when it handed the message out
 */
record Handout(
    Receipt receipt,
    int attempt,
    int maxAttempts,
    long due,
    long claimed,
    long leaseEnd,
    long expiry,
    List<String> bodies) {
  String topic() {
    return receipt.topic().name();
  }

  String id() {
    return receipt.id();
  }

  long fence() {
    return receipt.fence();
  }
}
