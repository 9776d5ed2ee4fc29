package io.bide;

import org.jspecify.annotations.Nullable;

/**
 * A message that was handed out.
 *
 * @param receipt what to settle it with; absent in an at-most-once topic, where there is nothing to
 *     settle
 */
public record Delivery(Message message, @Nullable Receipt receipt) {
  /**
   * The receipt of a delivery that has one.
   *
   * @throws IllegalStateException in an at-most-once topic
   */
  public Receipt requireReceipt() {
    if (receipt == null) {
      throw new IllegalStateException(
          "message " + message.id() + " was claimed at most once; there is nothing to settle");
    }
    return receipt;
  }
}
