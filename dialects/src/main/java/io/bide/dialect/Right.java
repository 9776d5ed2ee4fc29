package io.bide.dialect;

/**
 * What a caller's key must allow before a route is entered. Which topics it may touch is decided by
 * {@link Call#queue()}, which knows the caller.
 */
public enum Right {
  /** Everybody may, without a key. */
  NONE,
  /** Whoever has a key may. */
  ANY,
  /** Puts, cancels and reschedules messages. */
  PUT,
  /** Claims, acknowledges, releases and extends. */
  CLAIM,
  /** Browses, changes settings, pauses, purges, redrives. */
  OPERATE
}
