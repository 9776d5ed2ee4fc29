package io.bide.testing.redis;

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
import org.jspecify.annotations.Nullable;

/** Talks to a server as an operator would, by a connection of its own that the store knows nothing of. */
public final class Admin implements AutoCloseable {
  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;

  public Admin(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(60_000);
      out = socket.getOutputStream();
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends one command to a server and answers its reply as text. */
  public static String ask(int port, String... command) {
    try (Admin admin = new Admin(port)) {
      return String.valueOf(admin.ask(command));
    }
  }

  /** A text, a number, a list, or null; an error is a text that begins with a minus. */
  public @Nullable Object ask(String... command) {
    send(command);
    return read();
  }

  public void send(String... command) {
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

  private @Nullable Object read() {
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

  private @Nullable Object bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    in.skipNBytes(2);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private List<@Nullable Object> list(int length) {
    List<@Nullable Object> list = new ArrayList<>();
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
