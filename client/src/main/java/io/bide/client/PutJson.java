package io.bide.client;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bide.BideException;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.PutResult;
import io.bide.Topic;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A put on the wire, and the answer to it. */
final class PutJson {
  private String status = "";
  private String namespace = Topic.DEFAULT_NAMESPACE;
  private String topic = "";
  private String id = "";
  private Instant created = Instant.EPOCH;
  private Instant due = Instant.EPOCH;
  private int items = 1;
  private @Nullable Message message;
  private @Nullable BideException error;

  private PutJson() {}

  /**
   * A put as it is sent: with a token in any case, and with an id, unless it is derived from the
   * token. The id is made here, because one that is derived from a token does not sort by time.
   *
   * @throws BideException when it cannot be sent
   */
  static byte[] write(Put put, Names names) {
    checkAttributes(put.attributes());
    return Json.object(out -> {
      if (put.id() != null) {
        out.writeStringField("id", put.id());
      } else if (put.token() == null) {
        out.writeStringField("id", names.id());
      }
      out.writeStringField("token", put.token() == null ? names.token() : put.token());
      BodyJson.write(out, put.body());
      writeAttributes(out, put.attributes());
      writeDue(out, put.due());
      writeRules(out, put);
      if (put.mode() != PutMode.REJECT) {
        out.writeStringField("mode", Words.of(put.mode()));
      }
      if (put.mode() == PutMode.MERGE) {
        writeMerge(out, put.merge());
      }
    });
  }

  /** Half of a surrogate pair has no place in UTF-8. */
  private static void checkAttributes(Map<String, String> attributes) {
    attributes.forEach((key, value) -> {
      boolean half = value
          .codePoints()
          .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
      if (half) {
        throw BideException.invalid("attributes", "have half a character in the value of " + key);
      }
    });
  }

  private static void writeAttributes(JsonGenerator out, Map<String, String> attributes)
      throws IOException {
    if (attributes.isEmpty()) {
      return;
    }
    out.writeObjectFieldStart("attributes");
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      out.writeStringField(attribute.getKey(), attribute.getValue());
    }
    out.writeEndObject();
  }

  /** The fields {@code delay} and {@code due}, of which the server takes one. */
  static void writeDue(JsonGenerator out, Due due) throws IOException {
    switch (due.kind()) {
      case DELAY -> out.writeNumberField("delay", due.millis());
      case TIME -> out.writeNumberField("due", due.millis());
      case FRONT -> out.writeStringField("due", "front");
    }
  }

  private static void writeRules(JsonGenerator out, Put put) throws IOException {
    writeDuration(out, "ttl", put.ttl());
    writeDuration(out, "lease", put.lease());
    if (put.maxAttempts() != null) {
      writeAttempts(out, put.maxAttempts());
    }
    if (put.backoff() != null) {
      BackoffJson.write(out, "backoff", put.backoff());
    }
  }

  static void writeDuration(JsonGenerator out, String name, @Nullable Duration value)
      throws IOException {
    if (value != null) {
      out.writeNumberField(name, Due.millisUp(value));
    }
  }

  static void writeAttempts(JsonGenerator out, int attempts) throws IOException {
    if (attempts == Put.UNLIMITED) {
      out.writeStringField("maxAttempts", "unlimited");
    } else {
      out.writeNumberField("maxAttempts", attempts);
    }
  }

  private static void writeMerge(JsonGenerator out, MergeOptions merge) throws IOException {
    out.writeObjectFieldStart("merge");
    out.writeStringField("due", Words.of(merge.due()));
    writeDuration(out, "longestWait", merge.longestWait());
    out.writeNumberField("itemsPerClaim", merge.itemsPerClaim());
    out.writeBooleanField("raw", merge.raw());
    out.writeEndObject();
  }

  static PutResult readResult(JsonIn in) throws IOException {
    PutJson json = new PutJson();
    in.object(name -> json.read(in, name));
    return json.result();
  }

  private void read(JsonIn in, String name) throws IOException {
    switch (name) {
      case "status" -> status = in.text();
      case "id" -> id = in.text();
      case "topic" -> topic = in.text();
      case "namespace" -> namespace = in.text();
      case "created" -> created = in.time();
      case "due" -> due = in.time();
      case "items" -> items = in.integer();
      case "message" -> message = MessageJson.read(in);
      case "error" -> error = Problem.item(in);
      default -> in.skip();
    }
  }

  private PutResult result() throws IOException {
    if (error != null) {
      return new PutResult.Failed(error);
    }
    if (message != null) {
      return new PutResult.Duplicate(message);
    }
    PutResult.How how = Words.HOW.get(status);
    if (how == null) {
      throw new IOException("the status " + status + " is not known");
    }
    return new PutResult.Stored(Topic.of(namespace, topic), id, how, created, due, items);
  }
}
