package io.bide.bench;

import io.bide.Due;
import io.bide.bench.bed.Child;
import io.bide.bench.report.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How soon a process serves again after its predecessor was killed under full load: from the start of
 * the process to the first message that was put, claimed and acknowledged.
 */
final class Restart {
  /** Long enough that the log is as long as it gets. */
  private static final int LOAD_SECONDS = 8;

  private static final String LOADED = "loaded";
  private static final String READY = "ready";

  private Restart() {}

  static Row measure(Options options, List<String> arguments) {
    try {
      start("load", LOADED, arguments);
      long before = System.nanoTime();
      String ready = start("serve", READY, arguments);
      double seconds = (System.nanoTime() - before) / 1e9;
      String what = String.format(
          Locale.ROOT,
          "ready %.2f s after the start, %s s of it opening the store",
          seconds,
          ready);
      return Row.of("restart after kill", 0, what);
    } catch (IOException e) {
      throw new IllegalStateException("the child process failed", e);
    } finally {
      Subject.clear(options);
    }
  }

  /** Runs a child until it says the word, then kills it; answers what it says besides. */
  private static String start(String role, String word, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(Child.java(Restart.class.getName(), role));
    command.addAll(arguments);
    try (Child child = Child.start(command)) {
      String rest = child.hear(word);
      child.kill();
      return rest;
    }
  }

  /** The child: {@code load} until killed, or {@code serve} once. */
  public static void main(String[] args) {
    List<String> arguments = List.of(args);
    Options options = Options.parse(arguments.subList(1, args.length));
    long before = System.nanoTime();
    Subject subject = Subject.open(options);
    double opened = (System.nanoTime() - before) / 1e9;
    if (args[0].equals("load")) {
      Callers callers = new Callers(options.callers(), options.threads());
      callers.run(LOAD_SECONDS, caller -> subject.put(() -> Due.after(Duration.ofDays(1))));
      System.out.println(LOADED);
      callers.runToTheEnd(caller -> subject.put(() -> Due.after(Duration.ofDays(1))));
    } else {
      subject.put(1, Due::front).join();
      subject.claimAndAck(Duration.ofSeconds(1)).join();
      System.out.printf(Locale.ROOT, "%s %.2f%n", READY, opened);
    }
  }
}
