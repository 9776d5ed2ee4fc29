package io.bide.server.cli;

import io.bide.BideException;
import io.bide.Receipt;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.parsetools.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The receipts that somebody holds: as arguments, or in what a claim has printed. */
final class Held {
  private static final String STDIN = "-";

  private Held() {}

  /** The arguments; in place of a dash what standard input holds. */
  static List<String> in(List<String> arguments, Terminal terminal) {
    List<String> receipts = new ArrayList<>();
    for (String argument : arguments) {
      if (argument.equals(STDIN)) {
        receipts.addAll(written(read(terminal)));
      } else {
        receipts.add(argument);
      }
    }
    return receipts;
  }

  /** Which message a receipt is for, in words. */
  static String by(String receipt) {
    try {
      Receipt parsed = Receipt.parse(receipt);
      return parsed.id() + " of " + parsed.topic().name();
    } catch (BideException e) {
      // Told by the server, and better.
      return receipt;
    }
  }

  private static String read(Terminal terminal) {
    try {
      return new String(terminal.in().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new Failure("standard input cannot be read: " + e, null);
    }
  }

  /** Receipts one by one, or the answers of claims, or messages out of them. */
  private static List<String> written(String text) {
    if (!text.strip().startsWith("{")) {
      return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
    List<String> receipts = new ArrayList<>();
    for (JsonObject document : documents(text)) {
      List<JsonObject> messages = document.containsKey("messages")
          ? Answer.objects(document.getJsonArray("messages", new JsonArray()))
          : List.of(document);
      for (JsonObject message : messages) {
        if (message.containsKey("receipt")) {
          receipts.add(message.getString("receipt"));
        }
      }
    }
    return receipts;
  }

  private static List<JsonObject> documents(String text) {
    List<JsonObject> documents = new ArrayList<>();
    JsonParser parser = JsonParser.newParser().objectValueMode();
    parser.handler(event -> documents.add(event.objectValue()));
    try {
      parser.handle(Buffer.buffer(text));
      parser.end();
    } catch (DecodeException e) {
      throw new Failure(
          "standard input is not JSON: " + e.getMessage(),
          "Give receipts, or what 'bide claim --json' prints.");
    }
    return documents;
  }
}
