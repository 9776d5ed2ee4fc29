package io.bide;

import java.time.Instant;
import java.util.List;

/**
 * The answer to a claim.
 *
 * @param now the store's time when it answered
 * @param deliveries what was handed out; empty when nothing was due in time
 */
public record Claimed(Instant now, List<Delivery> deliveries) {
  public Claimed {
    deliveries = List.copyOf(deliveries);
  }

  public boolean isEmpty() {
    return deliveries.isEmpty();
  }

  public List<Message> messages() {
    return deliveries.stream().map(Delivery::message).toList();
  }
}
