package io.bide.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A process that holds parked long polls, so that what they cost is not mixed up with what the
 * generator costs. It is told by lines on its standard input when to {@code park} and when to
 * {@code leave}.
 */
final class Parking {
  static final String PARK = "park";
  static final String PARKED = "parked";
  static final String LEAVE = "leave";
  static final String LEFT = "left";

  private static final int POLLS_PER_TOPIC = 100;
  private static final int WAIT_MILLIS = 180_000;
  private static final int OK = 200;

  private final Target target;
  private final String topic;
  private final int polls;

  private Parking(Target target, String topic, int polls) {
    this.target = target;
    this.topic = topic;
    this.polls = polls;
  }

  /** The arguments: host, port, dialect, topic, number of polls; the key is the first line of the input. */
  public static void main(String[] args) throws IOException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Target target =
        new Target(args[0], Integer.parseInt(args[1]), orders.readLine(), Dialect.of(args[2]));
    Parking parking = new Parking(target, args[3], Integer.parseInt(args[4]));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      if (!order.equals(PARK)) {
        throw new IllegalArgumentException("there is no order " + order + " now");
      }
      parking.park(orders);
    }
  }

  private void park(BufferedReader orders) throws IOException {
    try (Generator generator = new Generator(target.address(), new HttpFraming())) {
      for (int i = 0; i < polls; i++) {
        poll(generator, topic + "-" + i / POLLS_PER_TOPIC);
      }
      System.out.println(PARKED);
      generator.run(() -> isThere(orders), () -> {});
    }
    orders.readLine();
    System.out.println(LEFT);
  }

  /** Asks again when it was answered with nothing. */
  private void poll(Generator generator, String name) throws IOException {
    Speech speech = target.speech();
    ByteBuffer request = new Post(target, speech.claimPath(name, WAIT_MILLIS))
        .with(speech.claim(name, 1, WAIT_MILLIS).getBytes(StandardCharsets.US_ASCII));
    Line opened = generator.open((line, answer) -> {
      answer.require(OK);
      line.send(request.rewind());
    });
    opened.send(request);
  }

  private static boolean isThere(BufferedReader orders) {
    try {
      return orders.ready();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
