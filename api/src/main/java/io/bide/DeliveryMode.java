package io.bide;

/** How often a topic hands a message out. */
public enum DeliveryMode {
  /** Until it is acknowledged, at most as often as its attempts allow. */
  AT_LEAST_ONCE,
  /** Once: the claim ends the message, and a claimer that crashes has lost it. */
  AT_MOST_ONCE
}
