package io.bide.bench.redisson;

import io.bide.bench.bed.Child;
import io.bide.bench.bed.Directory;
import io.bide.bench.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is lost when a consumer is killed in the middle of its work, and another one goes on. */
final class Killing {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long WORK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Killing() {}

  /** What became of the items. */
  record Toll(int total, int finishedByTheKilled, int lost, int twice) {
    Row row(Contender.Name name) {
      return Row.of(
          "killed consumer, " + name,
          0,
          lost + " of " + total + " lost, " + twice + " finished twice; " + finishedByTheKilled
              + " were finished when it was killed");
    }
  }

  static Toll measure(Contender.Name name, String redis, Options options) throws IOException {
    try (Directory directory = Directory.temporary()) {
      Path log = directory.path().resolve("log");
      put(name, redis, options.killed());
      Set<Integer> finished = workAndDie(name, redis, options, log);
      Set<Integer> after = workOn(name, redis, options, finished);
      Set<Integer> twice = new HashSet<>(finished);
      twice.retainAll(after);
      int lost = options.killed() - finished.size() - after.size() + twice.size();
      return new Toll(options.killed(), finished.size(), lost, twice.size());
    }
  }

  private static void put(Contender.Name name, String redis, int total) {
    try (Contender contender = name.open(redis)) {
      for (int i = 0; i < total; i++) {
        contender.put(new Item(i, System.currentTimeMillis()));
      }
    }
  }

  /** Kills a process that has finished a quarter, when each of its consumers is in the middle of an item. */
  private static Set<Integer> workAndDie(
      Contender.Name name, String redis, Options options, Path log) throws IOException {
    String consumers = Integer.toString(options.consumers());
    String most = Integer.toString(options.killed() / 4);
    List<String> command = Child.java(Victim.class.getName(), name.name(), redis, consumers, most);
    try (Child victim = Child.start(command, log)) {
      long begun = System.nanoTime();
      while (said(log, Victim.HELD).size() < options.consumers()) {
        LockSupport.parkNanos(LOOK_NANOS);
        if (!victim.isAlive() || System.nanoTime() - begun > PATIENCE_NANOS) {
          throw new IllegalStateException("the consumer does not work: " + Files.readString(log));
        }
      }
      // A process that has just begun to work takes its time to acknowledge what it has finished.
      LockSupport.parkNanos(WORK_NANOS);
      victim.kill();
    }
    return said(log, Victim.DONE);
  }

  private static Set<Integer> said(Path log, String word) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.startsWith(word))
        .map(line -> Integer.valueOf(line.substring(word.length())))
        .collect(Collectors.toSet());
  }

  /** Works on what is left, until everything is finished or nothing comes any more. */
  private static Set<Integer> workOn(
      Contender.Name name, String redis, Options options, Set<Integer> finished) {
    Set<Integer> worked = ConcurrentHashMap.newKeySet();
    Set<Integer> missing = ConcurrentHashMap.newKeySet();
    IntStream.range(0, options.killed()).filter(i -> !finished.contains(i)).forEach(missing::add);
    try (Contender contender = name.open(redis)) {
      long silence = contender.silence().toNanos();
      AtomicLong last = new AtomicLong(System.nanoTime());
      contender.consume(options.consumers(), item -> {
        worked.add(item.number());
        missing.remove(item.number());
        last.set(System.nanoTime());
      });
      while (!missing.isEmpty() && System.nanoTime() - last.get() < silence) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
    return worked;
  }
}
