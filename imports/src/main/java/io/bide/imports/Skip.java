package io.bide.imports;

import java.util.Locale;

/** Why something that is listed in the source was not taken over. It is left where it is. */
public enum Skip {
  /** It is listed, but there is nothing under its id. */
  NO_CONTENT,
  /** What is under its id is not what the other system writes. */
  UNREADABLE,
  /** It is finished, and only remembered. */
  ENDED,
  /** Its time is over. */
  EXPIRED,
  /** Somebody is working on its last attempt. */
  ATTEMPTS_USED,
  /** Its id belongs to another message here, which is alive. */
  CONFLICT,
  /** It cannot be stored here: a name or a body is over a limit, or the key does not allow it. */
  REFUSED;

  /** As it is written. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
