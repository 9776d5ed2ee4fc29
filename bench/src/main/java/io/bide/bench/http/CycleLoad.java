package io.bide.bench.http;

import java.io.IOException;

/**
 * Connections that claim and acknowledge what was put before. Before its turn the topic is filled with
 * more than can be claimed in it; that is not counted.
 */
final class CycleLoad implements Contestant {
  /** More than two cores hand out. */
  private static final int STOCK_PER_SECOND = 70_000;

  /** The same where each message is acknowledged by a request of its own. */
  private static final int STOCK_ONE_BY_ONE = 40_000;

  private final Target target;
  private final String topic;
  private final HttpOptions options;
  private final Acks acks;
  private final boolean fills;
  private final Tally puts = new Tally();
  private long stock;

  CycleLoad(Target target, String topic, HttpOptions options, Acks acks) {
    this(target, topic, options, acks, true);
  }

  private CycleLoad(Target target, String topic, HttpOptions options, Acks acks, boolean fills) {
    this.target = target;
    this.topic = topic;
    this.options = options;
    this.acks = acks;
    this.fills = fills;
  }

  /** Of the bare server, which hands out what nobody has put. */
  static CycleLoad ofBare(Target target, HttpOptions options) {
    return new CycleLoad(target, "bare", options, Acks.TOGETHER, false);
  }

  /** How fast the topic was filled. */
  Tally puts() {
    return puts;
  }

  @Override
  public void turn(double seconds, Tally tally) throws IOException {
    long wanted = Math.max(options.batch(), (long) (seconds * stockPerSecond())) - stock;
    if (fills && wanted > 0) {
      new PutLoad(target, topic, options.fewer(), options.batch(), options.body(), When.NOW)
          .run(Long.MAX_VALUE, wanted, puts);
      stock += wanted;
    }
    long before = tally.messages();
    drain(seconds, tally);
    stock -= tally.messages() - before;
  }

  private int stockPerSecond() {
    boolean together = target.speech().acks(Acks.TOGETHER) == Acks.TOGETHER;
    return together ? STOCK_PER_SECOND : STOCK_ONE_BY_ONE;
  }

  private void drain(double seconds, Tally tally) throws IOException {
    try (Generator generator = new Generator(target.address(), new HttpFraming())) {
      Turn turn = new Turn(System.nanoTime() + (long) (seconds * 1e9), tally);
      long start = System.nanoTime();
      for (int i = 0; i < options.fewer(); i++) {
        Claimer claimer = new Claimer(target, topic, options.batch(), 0, acks, turn);
        claimer.begin(generator.open(claimer));
      }
      generator.runOut();
      tally.ran((turn.lastAck - start) / 1e9);
    }
  }

  /** What the consumers of one turn have in common. */
  private static final class Turn implements Claimer.Shift {
    private final long deadline;
    private final Tally tally;
    private long lastAck;

    Turn(long deadline, Tally tally) {
      this.deadline = deadline;
      this.tally = tally;
      this.lastAck = System.nanoTime();
    }

    @Override
    public void acked(int messages, long nanos) {
      lastAck = System.nanoTime();
      tally.add(messages, nanos);
    }

    @Override
    public boolean goesOn(boolean foundNothing) {
      return !foundNothing && System.nanoTime() < deadline;
    }
  }
}
