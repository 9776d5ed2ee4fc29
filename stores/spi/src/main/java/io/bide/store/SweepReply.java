package io.bide.store;

/**
 * What a sweep wrote down.
 *
 * @param died messages recorded as dead or expired
 * @param forgotten ended messages whose retention was over
 * @param more whether the budget ended the sweep before its work did
 */
public record SweepReply(int died, int forgotten, boolean more) {}
