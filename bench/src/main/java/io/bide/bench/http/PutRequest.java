package io.bide.bench.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A put whose bytes are there from the beginning; only the ids, and the delays if they are random, are
 * written anew for each request. Belongs to one line.
 */
final class PutRequest {
  /** Stands for an id. */
  static final String ID = "################";

  /** Stands for a delay of 1 to 5 s. */
  static final String DELAY = "@@@@";

  /** Stands for the time that is left until the due time. */
  static final String LEFT = "$$$$$$$$";

  private static final int LEAST_DELAY = 1_000;
  private static final int MOST_DELAY = 5_000;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final ByteBuffer request;
  private final int[] ids;
  private final int[] delays;
  private final int[] lefts;
  private final long due;
  private final SplittableRandom random = new SplittableRandom();

  /**
   * A put.
   *
   * @param batch how many messages it brings
   */
  PutRequest(Target target, String topic, int batch, int body, When due) {
    Speech speech = target.speech();
    String content = speech.put(topic, batch, body(body), due);
    this.request =
        new Post(target, speech.putPath(topic)).with(content.getBytes(StandardCharsets.US_ASCII));
    this.due = due.millis();
    String text = StandardCharsets.US_ASCII.decode(request.duplicate()).toString();
    this.ids = places(text, ID);
    this.delays = places(text, DELAY);
    this.lefts = places(text, LEFT);
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
      write(place, DELAY.length(), random.nextInt(LEAST_DELAY, MOST_DELAY));
    }
    for (int place : lefts) {
      write(place, LEFT.length(), Math.max(0, due - System.currentTimeMillis()));
    }
    return request.rewind();
  }

  /** With zeros before it. */
  private void write(int place, int digits, long number) {
    long rest = number;
    for (int i = digits - 1; i >= 0; i--) {
      request.put(place + i, (byte) ('0' + rest % 10));
      rest /= 10;
    }
  }
}
