package io.bide.testing.crash;

import io.bide.testing.redis.RedisProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs three servers on one Redis under mixed load: again and again one is killed and started anew, and
 * another one stands still for longer than any lease; in the end everything is taken out. All calls are
 * made by this process, so the order of the lines of the history is the same for all nodes.
 */
final class NodesRun implements AutoCloseable {
  private static final int NODES = 3;
  /** The longest lease of the load is 2.5 s. */
  private static final long STANDSTILL_MILLIS = 3_000;

  private static final long QUIET_MILLIS = 1_000;

  private final Path file;
  private final Random random;
  private final RedisProcess redis = RedisProcess.start();
  private final List<NodeProcess> nodes = new ArrayList<>();
  private final List<Pause> pauses = new ArrayList<>();

  /** A time in which a node stood still, in microseconds. */
  private record Pause(int node, long from, long to) {}

  NodesRun(Path home, long seed, String classPath) {
    this.file = home.resolve("history.txt");
    this.random = new Random(seed);
    for (int i = 0; i < NODES; i++) {
      nodes.add(new NodeProcess(home, "node" + i, redis.url(), classPath));
    }
  }

  /** So many rounds, and then everything that is left. */
  List<Event> run(int rounds, int partitions) throws IOException, InterruptedException {
    nodes.forEach(NodeProcess::start);
    for (NodeProcess node : nodes) {
      node.awaitReady();
    }
    new OverHttp(new Requests(nodes.get(0).address())).configure(partitions);
    try (OutputStream out = Files.newOutputStream(file)) {
      List<RecordedQueue> queues = new ArrayList<>();
      for (int i = 0; i < NODES; i++) {
        queues.add(new RecordedQueue(access(i), new Journal(out, i)));
      }
      Load load = new Load(queues, 0, random.nextLong(), List.of());
      load.start();
      for (int i = 0; i < rounds; i++) {
        round();
      }
      load.stop();
      new Drain(access(random.nextInt(NODES)), new Journal(out, NODES)).run();
    }
    return history();
  }

  private Access access(int node) {
    return new OverHttp(new Requests(nodes.get(node).address()));
  }

  private void round() throws InterruptedException {
    int killed = random.nextInt(NODES);
    int still = (killed + 1 + random.nextInt(NODES - 1)) % NODES;
    live(QUIET_MILLIS);
    nodes.get(killed).kill();
    nodes.get(killed).start();
    long from = Journal.now();
    nodes.get(still).signal("STOP");
    live(STANDSTILL_MILLIS);
    nodes.get(still).signal("CONT");
    pauses.add(new Pause(still, from, Journal.now()));
    nodes.get(killed).awaitReady();
    live(QUIET_MILLIS);
  }

  private static void live(long millis) {
    long end = Journal.now() + TimeUnit.MILLISECONDS.toMicros(millis);
    for (long left = end - Journal.now(); left > 0; left = end - Journal.now()) {
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(left));
    }
  }

  /** What was written down; a claim at a node that stood still counts as made when that went on. */
  private List<Event> history() throws IOException {
    List<Event> events = Files.readAllLines(file).stream().map(Lines::decode).toList();
    Map<Long, Long> answeredAt = new HashMap<>();
    for (Event event : events) {
      if (event instanceof Event.Answered answered) {
        answeredAt.put(answered.op(), answered.at());
      }
    }
    return events.stream()
        .map(event -> event instanceof Event.Invoked invoked && invoked.call() instanceof Call.Claim
            ? afterPauses(invoked, answeredAt.getOrDefault(invoked.op(), Long.MAX_VALUE))
            : event)
        .toList();
  }

  private Event afterPauses(Event.Invoked invoked, long answered) {
    long at = invoked.at();
    for (Pause pause : pauses) {
      boolean lasted = at < pause.to() && answered > pause.to();
      if (lasted && Journal.runOf(invoked.op()) == pause.node()) {
        at = pause.to();
      }
    }
    return new Event.Invoked(invoked.op(), at, invoked.call());
  }

  /** How many calls of each node had an answer that is known. */
  Set<Integer> nodesThatAnswered(List<Event> events) {
    Set<Integer> all = new HashSet<>();
    for (Event event : events) {
      if (event instanceof Event.Answered answered && !(answered.reply() instanceof Reply.Failed)) {
        all.add(Journal.runOf(answered.op()));
      }
    }
    return all;
  }

  @Override
  public void close() {
    nodes.forEach(NodeProcess::close);
    redis.close();
  }
}
