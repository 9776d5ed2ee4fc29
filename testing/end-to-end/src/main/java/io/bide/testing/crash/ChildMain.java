package io.bide.testing.crash;

import io.bide.DelayQueue;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The process that is killed. Standard input has calls that the process before left over, standard
 * output is the journal, so nothing else may print there.
 *
 * <p>Arguments: directory, mark file, run, seed, mode, memory, fault.
 */
final class ChildMain {
  /** What a process does. */
  enum Mode {
    /** Mixed load until it is killed. */
    LOAD,
    /** Puts many messages that are due later, and ends. */
    STOCK,
    /** Takes out what is left, and ends. */
    DRAIN
  }

  private ChildMain() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Path mark = Path.of(args[1]);
    int run = Integer.parseInt(args[2]);
    long seed = Long.parseLong(args[3]);
    Mode mode = Mode.valueOf(args[4]);
    Subject.Memory memory = Subject.Memory.valueOf(args[5]);
    Fault fault = Fault.valueOf(args[6]);
    List<Call> leftovers = readLeftovers();
    Journal journal = new Journal(new FileOutputStream(FileDescriptor.out), run);
    try (DelayQueue queue = Subject.open(directory, mark, memory, fault)) {
      Load.configure(queue);
      journal.write(new Event.Started(run));
      RecordedQueue recorded = new RecordedQueue(new Embedded(queue), journal);
      switch (mode) {
        case LOAD -> {
          new Load(List.of(recorded), run, seed, leftovers).start();
          parkForever();
        }
        case STOCK -> Load.stock(recorded, run);
        case DRAIN -> new Drain(new Embedded(queue), journal).run();
      }
    }
  }

  private static void parkForever() {
    while (true) {
      LockSupport.park();
    }
  }

  private static List<Call> readLeftovers() throws IOException {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      return in.lines().map(Lines::call).toList();
    }
  }
}
