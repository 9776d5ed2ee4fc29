package io.bide.bench.http;

import io.bide.bench.bed.Child;
import io.bide.bench.bed.Directory;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A beanstalkd that keeps a log on the disk, put to by its own protocol. */
final class Beanstalkd implements Contestant, AutoCloseable {
  private static final int INSERTED = 200;
  private static final int REFUSED = 500;
  private static final int LOOK_MILLIS = 20;
  private static final int LOOKS = 250;

  private final Directory directory;
  private final Child process;
  private final Target target;
  private final int connections;
  private final byte[] put;

  private Beanstalkd(Directory directory, Child process, Target target, int connections, int body) {
    this.directory = directory;
    this.process = process;
    this.target = target;
    this.connections = connections;
    this.put = ("put 1024 86400 120 " + body + "\r\n" + PutRequest.body(body) + "\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Where it is installed, if it is. */
  static Optional<Path> installed() {
    return Stream.of(
            System.getenv().getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator), -1))
        .map(folder -> Path.of(folder, "beanstalkd"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts one.
   *
   * @param more options, such as {@code -f0} to sync every write
   */
  static Beanstalkd start(Path program, int connections, int body, String... more)
      throws IOException {
    Directory directory = Directory.temporary();
    Target target = Target.local(Served.freePort());
    List<String> command = new ArrayList<>(List.of(
        program.toString(),
        "-l",
        target.host(),
        "-p",
        String.valueOf(target.port()),
        "-b",
        directory.path().toString()));
    command.addAll(List.of(more));
    Child process = Child.start(command);
    Beanstalkd beanstalkd = new Beanstalkd(directory, process, target, connections, body);
    beanstalkd.awaitReady();
    return beanstalkd;
  }

  private void awaitReady() throws IOException {
    for (int look = 0; !listens(); look++) {
      if (look == LOOKS || !process.isAlive()) {
        close();
        throw new IllegalStateException("beanstalkd did not start");
      }
      Pause.millis(LOOK_MILLIS);
    }
  }

  private boolean listens() throws IOException {
    try (Socket socket = new Socket(target.host(), target.port())) {
      return socket.isConnected();
    } catch (ConnectException e) {
      return false;
    }
  }

  @Override
  public void turn(double seconds, Tally tally) throws IOException {
    try (Generator generator = new Generator(target.address(), Beanstalkd::complete)) {
      long start = System.nanoTime();
      long deadline = start + (long) (seconds * 1e9);
      for (int i = 0; i < connections; i++) {
        ByteBuffer request = ByteBuffer.wrap(put.clone());
        Conversation again = (line, answer) -> {
          answer.require(INSERTED);
          tally.add(1, System.nanoTime() - line.sentNanos());
          if (System.nanoTime() < deadline) {
            line.send(request.rewind());
          }
        };
        generator.open(again).send(request);
      }
      generator.runOut();
      tally.ran((System.nanoTime() - start) / 1e9);
    }
  }

  /** An answer is a line; only {@code INSERTED} is good. */
  static boolean complete(byte[] bytes, int length, Answer answer) {
    if (length < 2 || bytes[length - 1] != '\n') {
      return false;
    }
    answer.set(bytes, bytes[0] == 'I' ? INSERTED : REFUSED, 0, length);
    return true;
  }

  @Override
  public void close() {
    process.close();
    directory.close();
  }
}
