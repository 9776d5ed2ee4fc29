package io.bide.tasks;

import io.bide.Body;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * How the payload of a task is written and read. What cannot be read fails the task, so a codec should
 * read what older versions of the application have written. Thread-safe.
 *
 * <pre>{@code
 * Codec<Order> orders = Codec.of(Body.JSON, json::writeValueAsBytes, bytes -> json.readValue(bytes, Order.class));
 * }</pre>
 */
public interface Codec<T> {
  /** Text, as UTF-8. */
  Codec<String> TEXT = of(Body::text, Body::asText);

  /** Bytes, as they are. */
  Codec<byte[]> BYTES = of(Body::of, Body::bytes);

  Body write(T payload);

  T read(Body body);

  /** A codec of two functions. */
  static <T> Codec<T> of(Function<? super T, Body> write, Function<Body, ? extends T> read) {
    return new Codec<>() {
      @Override
      public Body write(T payload) {
        return write.apply(payload);
      }

      @Override
      public T read(Body body) {
        return read.apply(body);
      }
    };
  }

  /** A codec of two functions that know bytes. They may throw anything. */
  static <T> Codec<T> of(
      String contentType, Encoding<? super T> write, Decoding<? extends T> read) {
    return of(
        payload -> Body.of(wrapping(() -> write.encode(payload), "written"), contentType),
        body -> wrapping(() -> read.decode(body.bytes()), "read"));
  }

  private static <R> R wrapping(Callable<? extends R> step, String what) {
    try {
      return step.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalArgumentException("a payload cannot be " + what + ": " + e, e);
    }
  }

  /** Turns a payload into bytes. */
  @FunctionalInterface
  interface Encoding<T> {
    byte[] encode(T payload) throws Exception;
  }

  /** Turns bytes into a payload. */
  @FunctionalInterface
  interface Decoding<T> {
    T decode(byte[] bytes) throws Exception;
  }
}
