package io.bide.server.auth;

import java.util.Locale;

/** What a key may allow on the topics of its scope. */
public enum Action {
  /** Put, cancel, reschedule. */
  PUT,
  /** Claim, ack, release, extend. */
  CLAIM,
  /** Browse, count, configure, pause, resume, purge, redrive, erase. */
  OPERATE;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
