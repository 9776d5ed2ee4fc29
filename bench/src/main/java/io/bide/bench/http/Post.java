package io.bide.bench.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A request to one route, written again and again into the same buffer; belongs to one line. */
final class Post {
  private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST_DIGITS = 10;

  private final byte[] head;
  private byte[] buffer;

  Post(Target target, String path) {
    this.head = target.post(path);
    this.buffer = Arrays.copyOf(head, head.length + 512);
  }

  /** The request with that content. */
  ByteBuffer with(byte[] content) {
    return with(content, content.length);
  }

  ByteBuffer with(byte[] content, int length) {
    int most = head.length + MOST_DIGITS + END_OF_HEAD.length + length;
    if (buffer.length < most) {
      buffer = Arrays.copyOf(buffer, 2 * most);
    }
    int at = head.length;
    byte[] digits = Integer.toString(length).getBytes(StandardCharsets.US_ASCII);
    at = append(digits, digits.length, at);
    at = append(END_OF_HEAD, END_OF_HEAD.length, at);
    at = append(content, length, at);
    return ByteBuffer.wrap(buffer, 0, at);
  }

  private int append(byte[] bytes, int length, int at) {
    System.arraycopy(bytes, 0, buffer, at, length);
    return at + length;
  }
}
