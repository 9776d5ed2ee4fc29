package io.bide.bench.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** Acknowledges what was claimed; belongs to one line. */
final class AckRequest {
  private static final byte[] BEFORE = "{\"receipt\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] AFTER = "\"}".getBytes(StandardCharsets.US_ASCII);

  private final Post post;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();

  AckRequest(Target target) {
    this.post = new Post(target, "/v1/acks");
  }

  ByteBuffer one(byte[] receipt) {
    content.reset();
    append(receipt);
    return post.with(content.toByteArray());
  }

  ByteBuffer all(Collection<byte[]> receipts) {
    content.reset();
    char separator = '[';
    for (byte[] receipt : receipts) {
      content.write(separator);
      append(receipt);
      separator = ',';
    }
    content.write(']');
    return post.with(content.toByteArray());
  }

  private void append(byte[] receipt) {
    content.writeBytes(BEFORE);
    content.writeBytes(receipt);
    content.writeBytes(AFTER);
  }
}
