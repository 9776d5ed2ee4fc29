package io.bide.dialect.camellia;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parts of a {@code multipart/form-data} body. Files are no parameters, and are passed over. */
final class Multipart {
  private static final Pattern BOUNDARY =
      Pattern.compile("boundary=(?:\"([^\"]+)\"|([^;\\s]+))", Pattern.CASE_INSENSITIVE);
  private static final Pattern NAME = Pattern.compile("[;\\s]name=\"([^\"]*)\"");
  private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

  private final byte[] body;
  private final byte[] delimiter;

  private Multipart(byte[] body, String boundary) {
    this.body = body;
    this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Gives each parameter, the name as bytes, up to the first part that makes no sense.
   *
   * @param contentType of the request, which names the boundary
   */
  static void read(byte[] body, String contentType, BiConsumer<byte[], byte[]> parameter) {
    Matcher boundary = BOUNDARY.matcher(contentType);
    if (boundary.find()) {
      String name = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
      new Multipart(body, name).read(parameter);
    }
  }

  private void read(BiConsumer<byte[], byte[]> parameter) {
    // The first delimiter has no line before it.
    int at = startsWithDelimiter() ? delimiter.length - 2 : after(delimiter, 0);
    while (at >= 0 && !isLast(at)) {
      int head = after(END_OF_HEAD, at);
      int next = head < 0 ? -1 : after(delimiter, head - 2);
      if (next < 0) {
        return;
      }
      String name = name(at, head);
      if (name != null) {
        int end = Math.max(head, next - delimiter.length);
        parameter.accept(
            name.getBytes(StandardCharsets.ISO_8859_1), Arrays.copyOfRange(body, head, end));
      }
      at = next;
    }
  }

  /** The name of a part that is a parameter. The head is read byte by byte, so that no name is lost. */
  private @Nullable String name(int from, int to) {
    String head = new String(body, from, to - from, StandardCharsets.ISO_8859_1);
    for (String line : head.split("\r\n", -1)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-disposition:")) {
        Matcher name = NAME.matcher(line);
        return line.contains("filename") || !name.find() ? null : name.group(1);
      }
    }
    return null;
  }

  private boolean isLast(int at) {
    return at + 1 < body.length && body[at] == '-' && body[at + 1] == '-';
  }

  private boolean startsWithDelimiter() {
    int length = delimiter.length - 2;
    return body.length >= length && Arrays.equals(body, 0, length, delimiter, 2, delimiter.length);
  }

  /** Where the first such bytes end; -1 if there are none. */
  private int after(byte[] wanted, int from) {
    for (int i = from; i <= body.length - wanted.length; i++) {
      if (body[i] == wanted[0]
          && Arrays.equals(body, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i + wanted.length;
      }
    }
    return -1;
  }
}
