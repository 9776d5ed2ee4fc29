package io.bide;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a message and their content type, returned as they came.
 *
 * <p>The array is not copied on the way in or out: do not change it.
 */
public final class Body {
  public static final String BINARY = "application/octet-stream";
  public static final String TEXT = "text/plain; charset=utf-8";
  public static final String JSON = "application/json";

  private final byte[] bytes;
  private final String contentType;

  private Body(byte[] bytes, String contentType) {
    this.bytes = bytes;
    this.contentType = Checks.name("contentType", contentType);
  }

  public static Body of(byte[] bytes, String contentType) {
    return new Body(bytes, contentType);
  }

  public static Body of(byte[] bytes) {
    return new Body(bytes, BINARY);
  }

  public static Body text(String text) {
    return new Body(text.getBytes(StandardCharsets.UTF_8), TEXT);
  }

  public static Body json(String json) {
    return new Body(json.getBytes(StandardCharsets.UTF_8), JSON);
  }

  public byte[] bytes() {
    return bytes;
  }

  public String contentType() {
    return contentType;
  }

  public int size() {
    return bytes.length;
  }

  /** The bytes read as UTF-8. */
  public String asText() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Body that
        && contentType.equals(that.contentType)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * contentType.hashCode() + Arrays.hashCode(bytes);
  }

  /** Size and type only, so that it is safe to log. */
  @Override
  public String toString() {
    return bytes.length + " bytes of " + contentType;
  }
}
