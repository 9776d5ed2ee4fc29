package io.bide.store;

import io.bide.Delivery;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a store hands out.
 *
 * @param now the store's time, as precise as its clock is
 * @param grants one for each request, in their order
 * @param more whether the work or byte limit ended this claim before its result did: ask again
 *     instead of waiting
 */
public record ClaimReply(Instant now, List<Grant> grants, boolean more) {
  public ClaimReply {
    grants = List.copyOf(grants);
  }

  /**
   * What one request gets.
   *
   * @param next when to ask again, not before now: when the next message of the topic becomes ready (for a request by
   *     id: that message), as far as is known; absent when nothing is in sight or the topic is paused
   */
  public record Grant(List<Delivery> deliveries, @Nullable Instant next) {
    public Grant {
      deliveries = List.copyOf(deliveries);
    }
  }
}
