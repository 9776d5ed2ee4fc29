package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A bare connection, for what no decent client would send. */
final class Wire implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int SILENCE_MILLIS = 500;

  private final Socket socket;
  private final PushbackInputStream in;

  Wire(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      in = new PushbackInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first line's status, the type of the content, and the content. */
  record Reply(int status, String contentType, String body) {}

  Wire send(String bytes) {
    return send(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  Wire send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Sends as much as is taken: a server may close when it has had enough. */
  Wire sendAsMuchAsTaken(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      return this;
    }
    return this;
  }

  /** Nothing more will be sent; answers can still be read. */
  Wire endOfInput() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Reads one answer, and if none begins for a moment, does something about it and reads on. */
  Reply reply(Runnable whenSilent) {
    try {
      socket.setSoTimeout(SILENCE_MILLIS);
      try {
        in.unread(in.read());
      } catch (SocketTimeoutException e) {
        whenSilent.run();
      }
      socket.setSoTimeout(PATIENCE_MILLIS);
      return read();
    } catch (IOException e) {
      return new Reply(0, "", "");
    }
  }

  /** Reads one answer; a connection that ends without one gives status 0. */
  Reply reply() {
    try {
      return read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Reply read() throws IOException {
    String head = head();
    if (head.isEmpty()) {
      return new Reply(0, "", "");
    }
    assertThat(head).startsWith("HTTP/1.");
    int status = Integer.parseInt(head.substring(9, 12));
    byte[] body = in.readNBytes(Integer.parseInt(header(head, "content-length")));
    return new Reply(
        status, header(head, "content-type"), new String(body, StandardCharsets.UTF_8));
  }

  private String head() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.write(next);
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  private static String header(String head, String name) {
    for (String line : head.split("\r\n", -1)) {
      if (line.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
        return line.substring(name.length() + 1).strip();
      }
    }
    return "0";
  }

  /** Whether the other side has closed. */
  boolean ended() {
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leaves without a farewell: the other side gets a reset. */
  void reset() {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
