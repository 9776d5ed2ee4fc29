package io.bide.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Claim and ack as in {@link Throughput}, in a process that is told by lines on its standard input when
 * and for how many seconds, until it is told to stop: what the server is compared with.
 */
final class InProcess {
  private static final String STOP = "stop";

  private InProcess() {}

  /** Options as for {@link Bench}. */
  public static void main(String[] args) throws IOException {
    Options options = Options.parse(List.of(args));
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Subject subject = Subject.openEmpty(options);
        Callers callers = new Callers(options.callers(), options.threads())) {
      for (String order = orders.readLine();
          order != null && !order.equals(STOP);
          order = orders.readLine()) {
        double seconds = Double.parseDouble(order);
        Throughput.fill(subject, callers, (long) (seconds * Throughput.CLAIMS_PER_SECOND));
        Callers.Result result = callers.run(seconds, caller -> subject.claimAndAck(Duration.ZERO));
        System.out.printf(Locale.ROOT, "done %d %.6f%n", result.messages(), result.seconds());
      }
    }
    Subject.clear(options);
    System.out.println(STOP);
  }
}
