package io.bide.bench.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Single puts at a steady rate, each on a connection that has nothing else to do. */
final class SteadyPuts {
  private final List<Line> lines = new ArrayList<>();
  private final List<PutRequest> requests = new ArrayList<>();
  private final int rate;
  private final long total;
  private final long start = System.nanoTime();
  private final Tally tally;
  private long sent;
  private int next;

  /**
   * Opens the connections.
   *
   * @param tally told of each answer
   */
  SteadyPuts(
      Generator generator,
      Target target,
      String topic,
      HttpOptions options,
      When due,
      Pace pace,
      Tally tally)
      throws IOException {
    this.rate = pace.rate();
    this.total = (long) (pace.seconds() * pace.rate());
    this.tally = tally;
    for (int i = 0; i < options.fewer(); i++) {
      requests.add(new PutRequest(target, topic, 1, options.body(), due));
      lines.add(generator.open((line, answer) -> {
        target.speech().requireStored(answer, 1);
        tally.add(1, System.nanoTime() - line.sentNanos());
      }));
    }
  }

  /** How many a second, and for how long. */
  record Pace(int rate, double seconds) {}

  /** Sends what should have been sent by now, as far as there are idle connections. */
  void tick() {
    long wanted = Math.min(total, (long) ((System.nanoTime() - start) * (double) rate / 1e9));
    for (int tried = 0; sent < wanted && tried < lines.size(); next = (next + 1) % lines.size()) {
      tried++;
      if (!lines.get(next).busy()) {
        lines.get(next).send(requests.get(next).next());
        sent++;
        tried = 0;
      }
    }
  }

  /** Whether all have been sent and answered. */
  boolean over() {
    return sent == total && lines.stream().noneMatch(Line::busy);
  }

  long total() {
    return total;
  }

  /** How many a second there really were, from the first to now. */
  double rateSoFar() {
    return tally.messages() / ((System.nanoTime() - start) / 1e9);
  }
}
