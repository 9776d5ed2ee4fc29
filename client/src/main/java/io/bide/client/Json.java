package io.bide.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.bide.BideException;
import io.bide.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes and reads JSON in one pass, without a tree in between. */
final class Json {
  private static final int USUAL_SIZE = 512;
  private static final JsonFactory FACTORY = JsonFactory.builder()
      .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
      // The server has bounded what it sends.
      .streamReadConstraints(
          StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
      .build();

  private Json() {}

  /** Writes a value. */
  @FunctionalInterface
  interface Writer {
    void write(JsonGenerator out) throws IOException;
  }

  /** Makes something of a value. */
  @FunctionalInterface
  interface Reader<T> {
    T read(JsonIn in) throws IOException;
  }

  static byte[] write(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_SIZE);
    try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
      writer.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  /** Writes one object, of which the writer writes the fields. */
  static byte[] object(Writer fields) {
    return write(out -> {
      out.writeStartObject();
      fields.write(out);
      out.writeEndObject();
    });
  }

  /**
   * Reads a value.
   *
   * @throws BideException when it is not as expected; then nobody can tell what has happened
   */
  static <T> T read(byte[] bytes, Reader<T> reader) {
    try (JsonParser parser = FACTORY.createParser(bytes)) {
      parser.nextToken();
      return reader.read(new JsonIn(bytes, parser));
    } catch (IOException e) {
      throw new BideException(
          ErrorCode.UNKNOWN,
          "the answer is not understood; is it that of a Bide server? " + e.getMessage(),
          e);
    }
  }
}
