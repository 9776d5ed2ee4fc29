package io.bide.client;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bide.Body;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A body on the wire. It is sent in base64, whatever it is, so that its bytes arrive as they are. It
 * comes back as the server shows it: JSON as it stands, other text as text, anything else in base64.
 */
final class BodyJson {
  private byte @Nullable [] json;
  private byte @Nullable [] decoded;
  private @Nullable String text;
  private String contentType = Body.BINARY;

  static void write(JsonGenerator out, Body body) throws IOException {
    if (body.size() > 0 || !body.contentType().equals(Body.BINARY)) {
      out.writeFieldName("bodyBase64");
      out.writeBinary(body.bytes());
      out.writeStringField("contentType", body.contentType());
    }
  }

  boolean read(JsonIn in, String name) throws IOException {
    switch (name) {
      case "body" -> {
        // Whether text stands for itself is known only when the type has been read.
        text = in.isText() ? in.text() : null;
        json = in.raw();
      }
      case "bodyBase64" -> decoded = in.base64();
      case "contentType" -> contentType = in.text();
      default -> {
        return false;
      }
    }
    return true;
  }

  /** What was shown, null if nothing was. */
  @Nullable
  Body build() {
    if (decoded != null) {
      return Body.of(decoded, contentType);
    }
    if (json == null) {
      return null;
    }
    return text == null || isJson(contentType)
        ? Body.of(json, contentType)
        : Body.of(text.getBytes(StandardCharsets.UTF_8), contentType);
  }

  /** Whether this is {@code application/json} or anything that ends in {@code +json}. */
  private static boolean isJson(String contentType) {
    int end = contentType.indexOf(';');
    String type =
        (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return type.equals(Body.JSON) || type.endsWith("+json");
  }
}
