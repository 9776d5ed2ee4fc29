package io.bide.bench.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A put whose bytes are there from the beginning; only the ids, and the delays if they are random, are
 * written anew for each request. Belongs to one line.
 */
final class PutRequest {
  /** Due so late that it does not matter. */
  static final String TOMORROW = "\"delay\":86400000";

  /** Due as soon as it is there. */
  static final String NOW = "\"delay\":0";

  /** Due in 1 to 5 s. */
  static final String SOON = "\"delay\":@@@@";

  private static final String ID = "################";
  private static final int LEAST_DELAY = 1_000;
  private static final int MOST_DELAY = 5_000;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final ByteBuffer request;
  private final int[] ids;
  private final int[] delays;
  private final SplittableRandom random = new SplittableRandom();

  /**
   * A put.
   *
   * @param batch one for a single object, more for an array of them
   * @param due the JSON field that says when
   */
  PutRequest(Target target, String topic, int batch, int body, String due) {
    String item = "{\"id\":\"" + ID + "\",\"body\":\"" + body(body) + "\"," + due + "}";
    String content =
        batch == 1 ? item : "[" + String.join(",", Collections.nCopies(batch, item)) + "]";
    this.request = new Post(target, "/v1/topics/" + topic + "/messages")
        .with(content.getBytes(StandardCharsets.US_ASCII));
    String text = StandardCharsets.US_ASCII.decode(request.duplicate()).toString();
    this.ids = places(text, ID);
    this.delays = places(text, "@@@@");
  }

  /** So many bytes of plain text. */
  static String body(int size) {
    return "bide ".repeat(size / 5 + 1).substring(0, size);
  }

  private static int[] places(String text, String what) {
    List<Integer> places = new ArrayList<>();
    for (int at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length())) {
      places.add(at);
    }
    return places.stream().mapToInt(place -> place).toArray();
  }

  /** The same request with new ids. */
  ByteBuffer next() {
    for (int place : ids) {
      long id = random.nextLong();
      for (int i = 0; i < ID.length(); i++) {
        request.put(place + i, HEX[(int) (id >>> (4 * i)) & 15]);
      }
    }
    for (int place : delays) {
      int delay = random.nextInt(LEAST_DELAY, MOST_DELAY);
      for (int i = 3; i >= 0; i--) {
        request.put(place + i, (byte) ('0' + delay % 10));
        delay /= 10;
      }
    }
    return request.rewind();
  }
}
