package io.bide.store;

import io.bide.Claim;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one claimer asks of one topic; see {@link Claim}.
 *
 * @param max how many messages at most, at least 1
 * @param maxItems how many items of a merged message at most, at least 1
 * @param lease left out, the message's own or the topic's
 * @param id only this message
 */
public record ClaimRequest(
    int max,
    int maxItems,
    @Nullable Duration lease,
    @Nullable String id) {
  /** What is left of a claim that has got some messages already. */
  public static ClaimRequest of(Claim claim, int still) {
    return new ClaimRequest(still, claim.maxItems(), claim.lease(), claim.id());
  }
}
