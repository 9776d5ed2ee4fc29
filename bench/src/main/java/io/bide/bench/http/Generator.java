package io.bide.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Many connections served by the thread that runs it. The generator shares the machine with what it
 * measures, so what it does for a request is one write, one read and a look at the bytes: requests are
 * built beforehand, answers are not parsed.
 */
final class Generator implements AutoCloseable {
  /** Longer than any claim waits. */
  private static final Duration PATIENCE = Duration.ofSeconds(200);

  private static final int TICK_MILLIS = 1;

  private final InetSocketAddress address;
  private final Answer.Framing framing;
  private final Selector selector;
  private final Answer answer = new Answer();
  private final List<Line> lines = new ArrayList<>();
  private int busy;

  Generator(InetSocketAddress address, Answer.Framing framing) throws IOException {
    this.address = address;
    this.framing = framing;
    this.selector = Selector.open();
  }

  /** Connects. */
  Line open(Conversation conversation) throws IOException {
    SocketChannel channel = SocketChannel.open(address);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
    Line line = new Line(this, channel, key, conversation);
    key.attach(line);
    lines.add(line);
    return line;
  }

  /** Goes on until no line waits for an answer any more. */
  void runOut() {
    long progress = System.nanoTime();
    while (busy > 0) {
      if (select(PATIENCE.toMillis()) > 0) {
        progress = System.nanoTime();
      } else if (System.nanoTime() - progress >= PATIENCE.toNanos()) {
        throw new IllegalStateException(
            busy + " requests were not answered within " + PATIENCE.toSeconds() + " s");
      }
    }
  }

  /** Goes on until it is over; the tick comes about every millisecond, and may send on idle lines. */
  void run(BooleanSupplier over, Runnable tick) {
    while (!over.getAsBoolean()) {
      tick.run();
      select(TICK_MILLIS);
    }
  }

  private int select(long millis) {
    try {
      return selector.select(Generator::ready, millis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void ready(SelectionKey key) {
    try {
      ((Line) key.attachment()).ready();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void sent() {
    busy++;
  }

  void answered() {
    busy--;
  }

  Answer.Framing framing() {
    return framing;
  }

  Answer answer() {
    return answer;
  }

  @Override
  public void close() throws IOException {
    for (Line line : lines) {
      line.close();
    }
    selector.close();
  }
}
