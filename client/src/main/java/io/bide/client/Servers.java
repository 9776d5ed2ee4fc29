package io.bide.client;

import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The servers there are, and the one that is asked at present. Thread-safe. */
final class Servers {
  private final List<URI> all;
  private final AtomicInteger current = new AtomicInteger();

  Servers(List<URI> all) {
    this.all = all;
  }

  int size() {
    return all.size();
  }

  URI current() {
    return all.get(current.get());
  }

  /** This one does not answer: the next one is asked from now on, unless somebody has gone on before. */
  void leave(URI server) {
    int at = current.get();
    if (all.get(at).equals(server)) {
      current.compareAndSet(at, (at + 1) % all.size());
    }
  }
}
