package io.bide.dialect.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.bide.dialect.Call;
import io.bide.dialect.Refusal;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens JSON: strictly UTF-8, no deeper than allowed. Thread-safe. */
final class Json {
  private static final int NO_BYTES = 0;

  private final Limits limits;
  private final JsonFactory factory;

  /**
   * What a request may bring.
   *
   * @param maxDepth how deep objects and arrays may be nested
   * @param maxElements how many elements an array may have
   * @param maxBodyBytes the largest body of a message
   */
  record Limits(int maxDepth, int maxElements, int maxBodyBytes) {}

  /** Makes something of the JSON of a request. */
  @FunctionalInterface
  interface Reader<T> {
    T read(JsonIn in) throws IOException;
  }

  Json(Limits limits) {
    this.limits = limits;
    this.factory = JsonFactory.builder()
        .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
        .streamReadConstraints(StreamReadConstraints.builder()
            .maxNestingDepth(limits.maxDepth())
            .maxStringLength(Integer.MAX_VALUE)
            .build())
        .build();
  }

  /**
   * Reads the body of a request, which is one JSON value.
   *
   * @throws Refusal when it is none, or not the one that is expected
   */
  <T> T read(Buffer body, Reader<T> reader) {
    byte[] bytes = body.getBytes();
    if (bytes.length == NO_BYTES) {
      throw new Refusal(400, "invalid", "the body is empty; send JSON");
    }
    if (!Utf8.isText(bytes)) {
      throw new Refusal(400, "invalid", "the body is not UTF-8 text; send JSON in UTF-8");
    }
    try (JsonParser parser = factory.createParser(bytes)) {
      return read(new JsonIn(bytes, parser, limits), parser, reader);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  /** For verbs that say all in their path; an empty object is forgiven. */
  void nothing(Call call) {
    Params.none(call);
    if (call.body().length() > 0) {
      read(call.body(), in -> {
        in.object(name -> false);
        return true;
      });
    }
  }

  private <T> T read(JsonIn in, JsonParser parser, Reader<T> reader) throws IOException {
    try {
      if (parser.nextToken() == null) {
        throw new Refusal(400, "invalid", "the body is empty; send JSON");
      }
      T value = reader.read(in);
      in.end();
      return value;
    } catch (JsonProcessingException e) {
      throw malformed(e, parser, limits);
    }
  }

  /** Whether these bytes can stand inside other JSON as they are. */
  boolean isValue(byte[] bytes) {
    if (bytes.length == NO_BYTES || !Utf8.isText(bytes)) {
      return false;
    }
    try (JsonParser parser = factory.createParser(bytes)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  static Refusal malformed(JsonProcessingException cause, JsonParser parser, Limits limits) {
    String path = path(parser);
    if (cause instanceof StreamConstraintsException) {
      boolean deep = parser.getParsingContext().getNestingDepth() >= limits.maxDepth();
      String what = deep
          ? "the JSON is nested deeper than " + limits.maxDepth() + " levels"
          : "the JSON has a number or a name that is too long";
      return new Refusal(400, "invalid", path, what + "; simplify it", Map.of());
    }
    JsonLocation at = cause.getLocation();
    String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    return new Refusal(
        400, "invalid", path, "the JSON is malformed" + where + ": " + reason(cause), Map.of());
  }

  /** The parser's words, without what only a Java programmer could use. */
  private static String reason(JsonProcessingException cause) {
    String text = String.valueOf(cause.getOriginalMessage());
    for (String end : new String[] {" (start marker at", ": enable `", " (for "}) {
      int at = text.indexOf(end);
      text = at < 0 ? text : text.substring(0, at);
    }
    return text;
  }

  /** Where the parser stands, such as {@code [3].backoff.fixed}; null at the root. */
  static @Nullable String path(JsonParser parser) {
    StringBuilder path = new StringBuilder();
    append(parser.getParsingContext(), path);
    return path.isEmpty() ? null : path.toString();
  }

  private static void append(@Nullable JsonStreamContext context, StringBuilder path) {
    if (context == null) {
      return;
    }
    append(context.getParent(), path);
    if (context.inArray() && context.hasCurrentIndex()) {
      path.append('[').append(context.getCurrentIndex()).append(']');
    } else if (context.inObject() && context.getCurrentName() != null) {
      path.append(path.isEmpty() ? "" : ".").append(context.getCurrentName());
    }
  }
}
