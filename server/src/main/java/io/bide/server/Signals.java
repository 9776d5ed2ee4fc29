package io.bide.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Hears the signals that ask a process to end. The first one asks; the second one does not ask again.
 *
 * <p>A shutdown hook would not do: it cannot set the exit code, and cannot hear a second signal.
 */
@SuppressWarnings("sunapi") // The only way to hear a signal; the module that has it is kept for that.
final class Signals {
  private static final int EXIT_BY_SIGNAL = 128;

  private final CompletableFuture<String> first = new CompletableFuture<>();
  private final AtomicBoolean heard = new AtomicBoolean();

  private Signals() {}

  static Signals listen() {
    Signals signals = new Signals();
    for (String name : new String[] {"TERM", "INT"}) {
      sun.misc.Signal.handle(new sun.misc.Signal(name), signals::hear);
    }
    return signals;
  }

  /** Done with the first signal, with its name. */
  CompletableFuture<String> first() {
    return first;
  }

  private void hear(sun.misc.Signal signal) {
    if (heard.compareAndSet(false, true)) {
      first.complete("SIG" + signal.getName());
    } else {
      // Nothing is lost: what was answered is on the disk, as after any crash.
      Runtime.getRuntime().halt(EXIT_BY_SIGNAL + signal.getNumber());
    }
  }
}
