package io.bide.bench.http;

import io.bide.bench.bed.Child;
import io.bide.bench.bed.Directory;
import java.io.IOException;

/** The queue without a server, in a process of its own: claims of a batch, acknowledged together. */
final class EngineChild implements Contestant, AutoCloseable {
  /** By name: a package does not import the one that it is in. */
  private static final String MAIN = "io.bide.bench.InProcess";

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
    process.close();
    directory.close();
  }
}
