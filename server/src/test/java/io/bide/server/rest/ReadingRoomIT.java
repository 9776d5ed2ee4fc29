package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much is read at once from all callers together. */
@Timeout(240)
class ReadingRoomIT {
  private static final String PUT = "POST /v1/topics/t/messages HTTP/1.1\r\nContent-Length: ";
  /** The slow requests must not end by themselves while the test looks at the others. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  void requests_whenTooMuchIsBeingRead_areRefusedUntilThereIsRoomAgain() {
    try (RestServer server = RestServer.inMemory(PATIENCE, UnaryOperator.identity())) {
      List<Wire> slow = new ArrayList<>();
      int part = RestServer.MAX_REQUEST_BYTES - 1;
      for (long held = part; held <= RestServer.MAX_READING_BYTES; held += part) {
        slow.add(new Wire(server.port())
            .send(PUT + RestServer.MAX_REQUEST_BYTES + "\r\n\r\n")
            .send(new byte[part]));
        awaitReading(server, held);
      }

      Wire.Reply refused = put(server);
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body()).contains("\"code\":\"overloaded\"", "try again later");

      slow.forEach(Wire::close);
      awaitReading(server, 0);
      assertThat(put(server).status()).isEqualTo(201);
    }
  }

  /** The server reads on threads of its own: what was sent has arrived sooner or later. */
  private static void awaitReading(RestServer server, long bytes) {
    while (server.front().reading() != bytes) {
      assertThat(Thread.currentThread().isInterrupted()).as("took too long").isFalse();
      Thread.onSpinWait();
    }
  }

  private static Wire.Reply put(RestServer server) {
    String body = "{\"body\": \"" + "x".repeat(100_000) + "\"}";
    try (Wire wire = new Wire(server.port())) {
      return wire.send(PUT + body.length() + "\r\n\r\n" + body).reply();
    }
  }
}
