package io.bide.spring;

import java.lang.reflect.Type;

/**
 * How payloads are written and read as JSON: by the application's Jackson, of whatever generation. An
 * application that has none, or wants another one, declares a bean of this type. Thread-safe.
 */
public interface JsonMapping {
  byte[] write(Object payload) throws Exception;

  Object read(byte[] json, Type type) throws Exception;
}
