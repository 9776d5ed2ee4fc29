package io.bide.testing.random;

import java.util.Locale;

/** What a step does. */
enum Verb {
  PUT,
  CLAIM,
  ACK,
  RELEASE,
  EXTEND,
  UNCLAIM,
  CANCEL,
  RESCHEDULE,
  PEEK,
  ERASE,
  BROWSE,
  REDRIVE,
  PURGE,
  CONFIGURE,
  PAUSE,
  RESUME,
  STATS,
  SETTINGS,
  TOPICS,
  SWEEP,
  GET,
  SET,
  LIST,
  ADVANCE,
  RESTART;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Verb of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
