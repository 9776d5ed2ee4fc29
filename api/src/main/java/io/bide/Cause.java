package io.bide;

/** Why a message ended. */
public enum Cause {
  /** It was acknowledged, or claimed from an at-most-once topic. */
  ACKED,
  /** It was cancelled. */
  CANCELLED,
  /** A put with {@link PutMode#REPLACE} took its place. */
  REPLACED,
  /** Its time to live passed. */
  TTL,
  /** Its last allowed attempt failed. */
  ATTEMPTS
}
