package io.bide.bench.http;

import java.util.Arrays;
import java.util.Locale;

/** What can be measured. */
public enum Scenario {
  /** Puts, one message per request. */
  PUT,
  /** Claims of a batch, and acknowledging it: together, and one by one. */
  CYCLE,
  /** How late messages come through long polls. */
  LATE,
  /** Many messages due at one instant. */
  BURST,
  /** What parked long polls cost. */
  IDLE_POLLS,
  /** Puts, claims and acks through the Java client. */
  CLIENT,
  /** Messages pushed to a receiver. */
  PUSH;

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The scenario of that name. */
  public static Scenario of(String name) {
    return Arrays.stream(values())
        .filter(scenario -> scenario.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            "there is no scenario " + name + "; there are " + Arrays.toString(values())));
  }
}
