package io.bide.bench.http;

import io.bide.bench.bed.Child;
import io.bide.bench.bed.Directory;
import java.io.IOException;

/** The queue without a server, in a process of its own: claims of a batch, acknowledged together. */
final class EngineChild implements Contestant, AutoCloseable {
  /** By name: a package does not import the one that it is in. */
  private static final String MAIN = "io.bide.bench.InProcess";

  private static final String STOP = "stop";

  private final Directory directory;
  private final Child process;

  private EngineChild(Directory directory, Child process) {
    this.directory = directory;
    this.process = process;
  }

  static EngineChild start(HttpOptions options) throws IOException {
    Directory directory = Directory.temporary();
    return new EngineChild(
        directory,
        Child.start(Child.java(
            MAIN,
            "batch=" + options.batch(),
            "body=" + options.body(),
            "store=" + options.store(),
            "dir=" + directory.path().resolve("data"))));
  }

  @Override
  public void turn(double seconds, Tally tally) {
    process.say(String.valueOf(seconds));
    String[] done = process.hear("done").split(" ", -1);
    tally.plus(Long.parseLong(done[0]), Double.parseDouble(done[1]));
  }

  @Override
  public void close() {
    try {
      // What it has stored in a Redis would outlive it.
      process.say(STOP);
      String unused = process.hear(STOP);
    } finally {
      process.close();
      directory.close();
    }
  }
}
