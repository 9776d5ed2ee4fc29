package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much is read at once from all callers together. */
class ReadingRoomIT {
  private static final String PUT = "POST /v1/topics/t/messages HTTP/1.1\r\nContent-Length: ";
  private static final int ATTEMPTS = 10_000;

  @Test
  void requests_whenTooMuchIsBeingRead_areRefusedUntilThereIsRoomAgain() {
    try (RestServer server = RestServer.inMemory()) {
      List<Wire> slow = new ArrayList<>();
      int part = RestServer.MAX_REQUEST_BYTES - 1;
      for (int read = 0; read + part <= RestServer.MAX_READING_BYTES; read += part) {
        slow.add(new Wire(server.port())
            .send(PUT + RestServer.MAX_REQUEST_BYTES + "\r\n\r\n")
            .send(new byte[part]));
      }

      Wire.Reply refused = putUntil(server, 503);
      assertThat(refused.body()).contains("\"code\":\"overloaded\"", "try again later");

      slow.forEach(Wire::close);
      putUntil(server, 201);
    }
  }

  /** The server reads on threads of its own: what was sent has arrived sooner or later. */
  private static Wire.Reply putUntil(RestServer server, int status) {
    String body = "{\"body\": \"" + "x".repeat(200_000) + "\"}";
    for (int i = 0; i < ATTEMPTS; i++) {
      try (Wire wire = new Wire(server.port())) {
        Wire.Reply reply = wire.send(PUT + body.length() + "\r\n\r\n" + body).reply();
        if (reply.status() == status) {
          return reply;
        }
        assertThat(reply.status()).isIn(201, 503);
      }
    }
    throw new AssertionError("never answered with " + status);
  }
}
