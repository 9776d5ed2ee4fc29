package io.bide.spring;

import io.bide.Body;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Turns payloads into bodies and back: text and bytes as they are, everything else as JSON.
 *
 * <pre>{@code
 * queue.put(Put.to("orders").body(payloads.write(order)).delay(Duration.ofMinutes(30)).build());
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class Payloads {
  private final @Nullable JsonMapping json;

  public Payloads(@Nullable JsonMapping json) {
    this.json = json;
  }

  /**
   * The body for a payload.
   *
   * @throws IllegalArgumentException when it cannot be written
   */
  public Body write(Object payload) {
    if (payload instanceof Body body) {
      return body;
    }
    if (payload instanceof String text) {
      return Body.text(text);
    }
    if (payload instanceof byte[] bytes) {
      return Body.of(bytes);
    }
    try {
      return Body.of(requireJson(payload.getClass()).write(payload), Body.JSON);
    } catch (Exception e) {
      throw new IllegalArgumentException(
          "a payload of the type " + payload.getClass().getName() + " cannot be written as JSON",
          e);
    }
  }

  /**
   * The payload in a body.
   *
   * @throws IllegalArgumentException when it cannot be read
   */
  public Object read(Body body, Type type) {
    if (type == Body.class) {
      return body;
    }
    if (type == String.class) {
      return body.asText();
    }
    if (type == byte[].class) {
      return body.bytes();
    }
    try {
      return requireJson(type).read(body.bytes(), type);
    } catch (Exception e) {
      throw new IllegalArgumentException(
          body + " cannot be read as " + type.getTypeName() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Checks that payloads of a type can be read here.
   *
   * @throws IllegalStateException when nothing reads JSON
   */
  public void check(Type type) {
    if (type != Body.class && type != String.class && type != byte[].class) {
      JsonMapping unused = requireJson(type);
    }
  }

  private JsonMapping requireJson(Type type) {
    if (json == null) {
      throw new IllegalStateException(type.getTypeName()
          + " is read and written as JSON, and nothing here does that; add Jackson to the"
          + " application, or declare a bean of the type " + JsonMapping.class.getName());
    }
    return json;
  }
}
