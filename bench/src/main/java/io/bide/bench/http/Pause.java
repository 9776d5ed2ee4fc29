package io.bide.bench.http;

/** Lets time pass. */
final class Pause {
  private Pause() {}

  static void seconds(double seconds) {
    millis((long) (seconds * 1_000));
  }

  static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a benchmark", e);
    }
  }
}
