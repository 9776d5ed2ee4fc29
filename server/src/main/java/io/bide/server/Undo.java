package io.bide.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers what has been started, to stop it in reverse order if the rest cannot be started. */
final class Undo {
  private static final Logger log = LoggerFactory.getLogger(Undo.class);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  <T extends AutoCloseable> T later(T part) {
    started.push(part);
    return part;
  }

  void run() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        log.warn("Could not stop what had been started", e);
      }
    }
  }
}
