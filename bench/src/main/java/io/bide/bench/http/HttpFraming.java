package io.bide.bench.http;

import java.nio.charset.StandardCharsets;

/**
 * HTTP/1.1 answers, as far as a load generator has to know them: a status and a Content-Length. It
 * looks at each byte of the head once and makes no objects, so that the generator is not what is
 * measured.
 */
final class HttpFraming implements Answer.Framing {
  private static final byte[] CONTENT_LENGTH =
      "content-length:".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRANSFER_ENCODING =
      "transfer-encoding:".getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS_FROM = "HTTP/1.1 ".length();
  private static final int STATUS_TO = STATUS_FROM + 3;

  @Override
  public boolean complete(byte[] bytes, int length, Answer answer) {
    int contentLength = 0;
    int line = 0;
    for (int i = 1; i < length; i++) {
      if (bytes[i] != '\n' || bytes[i - 1] != '\r') {
        continue;
      }
      if (i - line == 1) {
        int from = i + 1;
        answer.set(bytes, status(bytes), from, from + contentLength);
        return length >= from + contentLength;
      }
      if (startsWith(bytes, line, i, CONTENT_LENGTH)) {
        contentLength = number(bytes, line + CONTENT_LENGTH.length, i - 1);
      } else if (startsWith(bytes, line, i, TRANSFER_ENCODING)) {
        throw new IllegalStateException("the server answers in chunks; bench wants Content-Length");
      }
      line = i + 1;
    }
    return false;
  }

  private static int status(byte[] bytes) {
    if (bytes[0] != 'H' || bytes[STATUS_FROM - 1] != ' ') {
      throw new IllegalStateException("the server does not answer in HTTP/1.1");
    }
    return number(bytes, STATUS_FROM, STATUS_TO);
  }

  private static boolean startsWith(byte[] bytes, int from, int to, byte[] lowerCase) {
    if (to - from < lowerCase.length) {
      return false;
    }
    for (int i = 0; i < lowerCase.length; i++) {
      // Sets the bit that tells lower case; ':' and '-' have it already.
      if ((bytes[from + i] | 0x20) != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }

  private static int number(byte[] bytes, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      if (bytes[i] >= '0' && bytes[i] <= '9') {
        number = Math.addExact(Math.multiplyExact(number, 10), bytes[i] - '0');
      } else if (bytes[i] != ' ') {
        throw new IllegalStateException("the server's answer has a number that is none");
      }
    }
    return number;
  }
}
