package io.bide.bench.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads every field of a request with the parser that the server uses, and writes the answer that the
 * server would give, in the cheapest way. Not more: a ceiling must not be lower than it has to be.
 */
final class BareJson {
  private static final int LEASE_MILLIS = 30_000;
  private static final String RECEIPT = "AAAAAAAAAAAAAAAAAAAAAAdkZWZhdWx0ABZiZW5jaC1jeWNsZS0x"
      + "OTNhYmNkZWYwMTIwMTIzNDU2Nzg5YWJjZGVm";
  private static final String BODY = PutRequest.body(HttpOptions.DEFAULT_BODY);

  private final JsonFactory factory = JsonFactory.builder()
      .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
      .build();

  /** What a request said. */
  private static final class Fields {
    private String id = "";
    private long delay;
    private long due;
    private int max = 1;
    private String content = "";

    /** What the server would insist on, too. */
    Fields complete() {
      if (content.isEmpty()) {
        throw new IllegalArgumentException("a put needs a body, an ack a receipt");
      }
      return this;
    }

    long due(long now) {
      return due == 0 ? now + delay : due;
    }
  }

  /** Writes the answer to one element. */
  @FunctionalInterface
  private interface Writer {
    void write(StringBuilder out, Fields fields);
  }

  byte[] put(String topic, byte[] request) {
    long now = System.currentTimeMillis();
    return each(
        request,
        (out, put) -> out.append("{\"status\":\"stored\",\"id\":\"")
            .append(put.complete().id)
            .append("\",\"topic\":\"")
            .append(topic)
            .append("\",\"created\":")
            .append(now)
            .append(",\"due\":")
            .append(put.due(now))
            .append('}'));
  }

  byte[] ack(byte[] request) {
    return each(request, (out, ack) -> {
      ack.complete();
      out.append("{\"status\":\"ok\",\"state\":\"done\"}");
    });
  }

  /** As many messages as are asked for. */
  byte[] claim(String topic, byte[] request) {
    long now = System.currentTimeMillis();
    return each(request, (out, claim) -> {
      out.append("{\"now\":").append(now).append(",\"messages\":");
      for (int i = 0; i < claim.max; i++) {
        out.append(i == 0 ? '[' : ',');
        writeMessage(out, topic, now);
      }
      out.append("]}");
    });
  }

  private static void writeMessage(StringBuilder out, String topic, long now) {
    out.append("{\"id\":\"0123456789abcdef\",\"topic\":\"").append(topic);
    out.append("\",\"receipt\":\"").append(RECEIPT);
    out.append("\",\"body\":\"").append(BODY);
    out.append("\",\"contentType\":\"text/plain; charset=utf-8\",\"attempt\":1,\"maxAttempts\":16");
    out.append(",\"created\":").append(now);
    out.append(",\"due\":").append(now);
    out.append(",\"leaseEnd\":").append(now + LEASE_MILLIS).append('}');
  }

  private byte[] each(byte[] request, Writer writer) {
    StringBuilder out = new StringBuilder(256);
    try (JsonParser in = factory.createParser(request)) {
      if (in.nextToken() == JsonToken.START_OBJECT) {
        writer.write(out, read(in));
      } else {
        out.append("{\"results\":");
        char separator = '[';
        while (in.nextToken() == JsonToken.START_OBJECT) {
          out.append(separator);
          writer.write(out, read(in));
          separator = ',';
        }
        out.append("]}");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Fields read(JsonParser in) throws IOException {
    Fields fields = new Fields();
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      in.nextToken();
      switch (name) {
        case "id" -> fields.id = in.getText();
        case "delay" -> fields.delay = in.getLongValue();
        case "due" -> fields.due = in.getLongValue();
        case "max" -> fields.max = in.getIntValue();
        case "body", "receipt" -> fields.content = in.getText();
        default -> in.getText();
      }
    }
    return fields;
  }
}
