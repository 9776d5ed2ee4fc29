package io.bide.server.cli;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a put's body comes from, and what it is. */
final class BodyOptions {
  private static final String STDIN = "-";

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Read the body from a file, as it is.")
  private @Nullable Path file;

  @Option(
      names = "--lines",
      description = "Put one message for each line of standard input that is not empty.")
  private boolean lines;

  @Option(
      names = "--json-body",
      description =
          "The body is a JSON value, stored to the letter; so is that of a JSON content" + " type.")
  private boolean json;

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      description = "What the body is; otherwise text, JSON or, if it is no text, bytes.")
  private @Nullable String contentType;

  boolean lines() {
    return lines;
  }

  /** How many places a body is to be taken from; there should be one. */
  int sources(@Nullable String argument) {
    return (argument == null ? 0 : 1) + (file == null ? 0 : 1) + (lines ? 1 : 0);
  }

  byte[] read(@Nullable String argument, Terminal terminal) {
    try {
      if (file != null) {
        return Files.readAllBytes(file);
      }
      return argument == null || argument.equals(STDIN)
          ? terminal.in().readAllBytes()
          : argument.getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new Failure("the body cannot be read: " + e, null);
    }
  }

  /** The item of a put: these fields, and the body. */
  String item(JsonObject fields, byte[] bytes) {
    JsonObject item = fields.copy();
    if (contentType != null) {
      item.put("contentType", contentType);
    }
    String text = textIn(bytes);
    if (isJson()) {
      return withJson(item, text);
    }
    if (text == null) {
      return item.put("bodyBase64", Base64.getEncoder().encodeToString(bytes)).encode();
    }
    return item.put("body", text).encode();
  }

  private boolean isJson() {
    String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
    String bare = type.contains(";") ? type.substring(0, type.indexOf(';')).strip() : type;
    return json || bare.equals("application/json") || bare.endsWith("+json");
  }

  /** The value stays to the letter, which no tree of it would promise. */
  private static String withJson(JsonObject item, @Nullable String text) {
    try {
      var unused = Json.decodeValue(String.valueOf(text));
    } catch (DecodeException e) {
      throw new Failure("the body is not JSON: " + e.getMessage(), null);
    }
    String others = item.encode();
    String begun = others.substring(0, others.length() - 1);
    return begun + (item.isEmpty() ? "" : ",") + "\"body\":" + text + "}";
  }

  private static @Nullable String textIn(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
