package io.bide.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One connection of the generator, with at most one request under way. */
final class Line {
  private static final int SMALL = 1_024;

  private final Generator generator;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final Conversation conversation;
  private byte[] in = new byte[SMALL];
  private int length;
  private @Nullable ByteBuffer out;
  private boolean busy;
  private long sentNanos;

  Line(Generator generator, SocketChannel channel, SelectionKey key, Conversation conversation) {
    this.generator = generator;
    this.channel = channel;
    this.key = key;
    this.conversation = conversation;
  }

  /** Whether an answer is still to come. */
  boolean busy() {
    return busy;
  }

  /** When the last request was sent, as {@link System#nanoTime} tells it. */
  long sentNanos() {
    return sentNanos;
  }

  /** Sends a request; the buffer must stay as it is until the answer is there. */
  void send(ByteBuffer request) {
    if (busy) {
      throw new IllegalStateException("one request at a time");
    }
    busy = true;
    length = 0;
    generator.sent();
    sentNanos = System.nanoTime();
    out = request;
    try {
      write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void ready() throws IOException {
    if (out != null && key.isWritable()) {
      write();
    }
    if (key.isReadable()) {
      read();
    }
  }

  private void write() throws IOException {
    ByteBuffer request = out;
    if (request == null) {
      return;
    }
    channel.write(request);
    if (request.hasRemaining()) {
      key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      return;
    }
    if (key.interestOps() != SelectionKey.OP_READ) {
      key.interestOps(SelectionKey.OP_READ);
    }
    out = null;
  }

  private void read() throws IOException {
    if (length == in.length) {
      in = Arrays.copyOf(in, in.length * 4);
    }
    int read = channel.read(ByteBuffer.wrap(in, length, in.length - length));
    if (read < 0) {
      throw new IOException("the server closed the connection");
    }
    length += read;
    if (busy && generator.framing().complete(in, length, generator.answer())) {
      busy = false;
      generator.answered();
      conversation.answered(this, generator.answer());
    }
  }

  void close() throws IOException {
    channel.close();
  }
}
