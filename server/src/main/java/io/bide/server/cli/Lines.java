package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One message for each line of standard input, sent in batches. A batch goes when it is full, or when
 * no further line is there yet, so that a slow writer's lines are not held back.
 *
 * <p>Each message carries a token made of the key and the number of its line: however the lines fall
 * into batches, the same input with the same key is stored once.
 */
final class Lines {
  private static final int MOST = 100;
  private static final int MOST_CHARS = 256 * 1024;
  private static final int BUFFER = 64 * 1024;

  private final Session session;
  private final String path;
  private final String key;
  private final Function<byte[], String> form;
  private final List<String> items = new ArrayList<>();
  private final List<Integer> numbers = new ArrayList<>();
  private int chars;
  private int stored;
  private int failed;

  /**
   * Lines to be put.
   *
   * @param form gives the item of a put for the bytes of a line
   */
  Lines(Session session, String path, String key, Function<byte[], String> form) {
    this.session = session;
    this.path = path;
    this.key = key;
    this.form = form;
  }

  /** Puts them all; whether all of them were stored. */
  boolean put() {
    int number = 0;
    try {
      // One byte is one character here: whether it is text is decided line by line.
      BufferedReader in = new BufferedReader(
          new InputStreamReader(session.terminal().in(), StandardCharsets.ISO_8859_1), BUFFER);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (!line.isEmpty()) {
          add(number, line.getBytes(StandardCharsets.ISO_8859_1));
        }
        if (items.size() == MOST || chars >= MOST_CHARS || !in.ready()) {
          send();
        }
      }
      send();
    } catch (IOException e) {
      throw new Failure("line " + (number + 1) + " cannot be read: " + e, again());
    } catch (Failure e) {
      throw e.orRepeat(again());
    }
    tellSum();
    return failed == 0;
  }

  private void add(int number, byte[] line) {
    String item = itemOf(number, line);
    String token = new JsonObject().put("token", key + "#" + number).encode();
    // An item always has its body, so there is something after the comma.
    items.add(token.substring(0, token.length() - 1) + "," + item.substring(1));
    numbers.add(number);
    chars += item.length();
  }

  private String itemOf(int number, byte[] line) {
    try {
      return form.apply(line);
    } catch (Failure e) {
      throw e.in("line " + number);
    }
  }

  private void send() {
    if (items.isEmpty()) {
      return;
    }
    Answer answer =
        session.send(Request.post(path, "[" + String.join(",", items) + "]").withTokens());
    if (session.json()) {
      session.say(answer.text());
    }
    List<JsonObject> results = answer.list("results");
    for (int i = 0; i < results.size(); i++) {
      count(numbers.get(i), results.get(i));
    }
    items.clear();
    numbers.clear();
    chars = 0;
  }

  private void count(int number, JsonObject result) {
    String status = result.getString("status");
    switch (status) {
      case "stored", "replaced", "merged" -> stored++;
      case "failed" -> {
        failed++;
        session.remark("line " + number + ": " + Problems.words(result.getJsonObject("error")));
      }
      default -> {
        failed++;
        session.remark("line " + number + ": " + status);
      }
    }
  }

  private void tellSum() {
    if (!session.json()) {
      session.say("stored " + stored + (stored == 1 ? " message" : " messages"));
    }
    if (failed > 0) {
      session.remark("bide: " + failed + (failed == 1 ? " line" : " lines") + " not stored");
    }
  }

  private String again() {
    return stored + " stored so far. Run it again with --idempotency-key " + key
        + ": nothing is stored twice.";
  }
}
