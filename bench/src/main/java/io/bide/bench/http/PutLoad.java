package io.bide.bench.http;

import java.io.IOException;

/** Connections that each put again and again, as fast as they are answered. */
record PutLoad(Target target, String topic, int connections, int batch, int body, When due)
    implements Contestant {
  PutLoad {
    batch = target.speech().putBatch(batch);
  }

  @Override
  public void turn(double seconds, Tally tally) throws IOException {
    run(System.nanoTime() + (long) (seconds * 1e9), Long.MAX_VALUE, tally);
  }

  /** Puts until the time is up or that many are on their way. */
  void run(long deadline, long messages, Tally tally) throws IOException {
    try (Generator generator = new Generator(target.address(), new HttpFraming())) {
      Turn turn = new Turn(deadline, messages, tally);
      long start = System.nanoTime();
      for (int i = 0; i < connections; i++) {
        PutRequest request = new PutRequest(target, topic, batch, body, due);
        turn.next(generator.open((line, answer) -> turn.answered(line, answer, request)), request);
      }
      generator.runOut();
      tally.ran((System.nanoTime() - start) / 1e9);
    }
  }

  /** What all connections of one turn have in common. */
  private final class Turn {
    private final long deadline;
    private final Tally tally;
    private long left;

    Turn(long deadline, long messages, Tally tally) {
      this.deadline = deadline;
      this.left = messages;
      this.tally = tally;
    }

    void answered(Line line, Answer answer, PutRequest request) {
      target.speech().requireStored(answer, batch);
      tally.add(batch, System.nanoTime() - line.sentNanos());
      next(line, request);
    }

    void next(Line line, PutRequest request) {
      if (left > 0 && System.nanoTime() < deadline) {
        left -= batch;
        line.send(request.next());
      }
    }
  }
}
