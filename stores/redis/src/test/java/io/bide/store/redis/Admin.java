package io.bide.store.redis;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Talks to a server as an operator would, by a connection of its own that the store knows nothing of. */
final class Admin implements AutoCloseable {
  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;

  Admin(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(20_000);
      out = socket.getOutputStream();
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends one command to a server and answers its reply as text. */
  static String ask(int port, String... command) {
    try (Admin admin = new Admin(port)) {
      return String.valueOf(admin.ask(command));
    }
  }

  /** A text, a number, a list, or null; an error is a text that begins with a minus. */
  Object ask(String... command) {
    send(command);
    return read();
  }

  void send(String... command) {
    StringBuilder text = new StringBuilder("*" + command.length + "\r\n");
    for (String part : command) {
      text.append('$').append(part.getBytes(StandardCharsets.UTF_8).length).append("\r\n");
      text.append(part).append("\r\n");
    }
    try {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Object read() {
    try {
      String line = line();
      return switch (line.charAt(0)) {
        case '+' -> line.substring(1);
        case '-' -> line;
        case ':' -> Long.valueOf(line.substring(1));
        case '$' -> bulk(Integer.parseInt(line.substring(1)));
        default -> list(Integer.parseInt(line.substring(1)));
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\r'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the server has closed the connection");
      }
      line.append((char) c);
    }
    in.read();
    return line.toString();
  }

  private Object bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    in.skipNBytes(2);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private List<Object> list(int length) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      list.add(read());
    }
    return list;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
