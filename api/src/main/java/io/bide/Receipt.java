package io.bide;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The proof of one particular lease. It is enough to settle the message, stays good after its lease
 * ended until the message is claimed again or has ended, and can do nothing from then on.
 *
 * @param fence a number that no other claim ever gets
 */
public record Receipt(Topic topic, int partition, String id, long fence) implements Target {
  private static final byte VERSION = 1;

  public Receipt {
    Checks.lookedUpId("id", id);
  }

  /** The receipt as text, safe in URLs and JSON. */
  public String encode() {
    byte[] namespace = topic.namespace().getBytes(StandardCharsets.UTF_8);
    byte[] name = topic.name().getBytes(StandardCharsets.UTF_8);
    byte[] idBytes = id.getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer = ByteBuffer.allocate(17 + namespace.length + name.length + idBytes.length)
        .put(VERSION)
        .putLong(fence)
        .putInt(partition)
        .putShort((short) namespace.length)
        .put(namespace)
        .putShort((short) name.length)
        .put(name)
        .put(idBytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer.array());
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws BideException with {@link ErrorCode#INVALID} for a text that no claim has answered
   */
  public static Receipt parse(String text) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      if (buffer.get() != VERSION) {
        throw notAReceipt();
      }
      long fence = buffer.getLong();
      int partition = buffer.getInt();
      String namespace = read(buffer, buffer.getShort());
      String name = read(buffer, buffer.getShort());
      return new Receipt(
          Topic.of(namespace, name), partition, read(buffer, buffer.remaining()), fence);
    } catch (IllegalArgumentException | BufferUnderflowException | BideException e) {
      throw notAReceipt();
    }
  }

  private static String read(ByteBuffer buffer, int length) {
    if (length < 0 || length > buffer.remaining()) {
      throw notAReceipt();
    }
    byte[] bytes = new byte[length];
    buffer.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static BideException notAReceipt() {
    return BideException.invalid(
        "receipt", "is not one that a claim has answered; send it unchanged");
  }
}
