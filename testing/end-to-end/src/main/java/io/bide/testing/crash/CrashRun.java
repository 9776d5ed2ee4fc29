package io.bide.testing.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Runs the queue in child processes on one directory: load, kill, sometimes a power loss, and again;
 * in the end everything is taken out. What comes back is the history of it all.
 */
final class CrashRun {
  private static final long LEAST_LOAD_MILLIS = 300;
  private static final long MOST_LOAD_MILLIS = 2_000;
  private static final long MOST_OPENING_MILLIS = 600;
  private static final int KILLED_WHILE_OPENING = 6;
  private static final int MOST_LEFTOVERS = 200;
  private static final long END_SECONDS = 300;

  private final Path home;
  private final Fault fault;
  private final Random random;
  private final List<Event> history = new ArrayList<>();
  private List<Call> leftovers = List.of();
  private int runs;

  /** With everything, the log of the child's errors too, below {@code home}. */
  CrashRun(Path home, long seed, Fault fault) {
    this.home = home;
    this.random = new Random(seed);
    this.fault = fault;
  }

  /** So many rounds, and then everything that is left. */
  List<Event> run(int rounds) throws InterruptedException {
    for (int round = 0; round < rounds; round++) {
      if (random.nextInt(KILLED_WHILE_OPENING) == 0) {
        killWhileOpening();
      }
      round();
    }
    return finish();
  }

  /** Load until a kill. */
  void round() throws InterruptedException {
    ChildProcess child = start(ChildMain.Mode.LOAD);
    child.awaitStarted();
    child.live(LEAST_LOAD_MILLIS + random.nextLong(MOST_LOAD_MILLIS - LEAST_LOAD_MILLIS));
    kill(child);
  }

  private void killWhileOpening() throws InterruptedException {
    ChildProcess child = start(ChildMain.Mode.LOAD);
    child.live(random.nextLong(MOST_OPENING_MILLIS));
    kill(child);
  }

  private void kill(ChildProcess child) throws InterruptedException {
    child.kill();
    boolean powerLoss = fault.needsPowerLoss() || random.nextBoolean();
    if (powerLoss) {
      // Often all that was not synced is gone; sometimes the disk got as far as some byte.
      boolean all = fault.needsPowerLoss() || random.nextBoolean();
      PowerLoss.strike(data(), mark(), all ? 0 : random.nextDouble());
    }
    leftovers = leftovers(child.events());
    history.addAll(child.events());
    history.add(new Event.Crashed(powerLoss));
  }

  /** Many messages that wait, and a clean end. */
  void stock() throws InterruptedException {
    ChildProcess child = start(ChildMain.Mode.STOCK);
    child.awaitEnd(END_SECONDS);
    history.addAll(child.events());
  }

  /** Everything that is left. */
  List<Event> finish() throws InterruptedException {
    ChildProcess child = start(ChildMain.Mode.DRAIN);
    child.awaitEnd(END_SECONDS);
    history.addAll(child.events());
    return history;
  }

  /** What has happened so far. */
  List<Event> history() {
    return history;
  }

  Path data() {
    return home.resolve("data");
  }

  private Path mark() {
    return home.resolve("synced");
  }

  private ChildProcess start(ChildMain.Mode mode) {
    List<String> arguments = List.of(
        data().toString(),
        mark().toString(),
        String.valueOf(runs++),
        String.valueOf(random.nextLong()),
        mode.name(),
        memory(mode).name(),
        fault.name());
    return ChildProcess.start(arguments, leftovers, home.resolve("child.log"));
  }

  private Subject.Memory memory(ChildMain.Mode mode) {
    return switch (mode) {
      case STOCK -> Subject.Memory.TINY;
      // What is in tables a power loss does not touch.
      case LOAD ->
        fault.needsPowerLoss() || random.nextBoolean()
            ? Subject.Memory.ROOMY
            : Subject.Memory.TIGHT;
      case DRAIN -> Subject.Memory.ROOMY;
    };
  }

  /** Puts that can be repeated because nobody knows, and acks of what was held. */
  private static List<Call> leftovers(List<Event> events) {
    Map<Long, Call> open = new HashMap<>();
    List<Call> held = new ArrayList<>();
    for (Event event : events) {
      if (event instanceof Event.Invoked invoked) {
        open.put(invoked.op(), invoked.call());
      } else if (event instanceof Event.Answered answered) {
        open.remove(answered.op());
        if (answered.reply() instanceof Reply.Claimed claimed) {
          claimed
              .handouts()
              .forEach(
                  handout -> held.add(new Call.Settle(Call.Settle.Kind.ACK, handout.receipt(), 0)));
        }
      }
    }
    List<Call> left = new ArrayList<>();
    open.values().stream()
        .filter(call -> call instanceof Call.Put put && put.token() != null)
        .forEach(left::add);
    // The newest are those that were held when the process died.
    left.addAll(held.subList(Math.max(0, held.size() - MOST_LEFTOVERS), held.size()));
    return left;
  }

  /** Writes the history next to the data, for a look at what went wrong. */
  Path save() {
    try {
      Path file = home.resolve("history.txt");
      Files.write(file, history.stream().map(Lines::encode).toList());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
