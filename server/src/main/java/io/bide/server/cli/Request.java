package io.bide.server.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a command asks of its server.
 *
 * @param key the {@code Idempotency-Key}
 * @param repeatable whether sending it twice does what sending it once does
 * @param patience how long the server may take on purpose, before it is slow
 */
record Request(
    String method,
    String path,
    @Nullable String body,
    @Nullable String key,
    boolean repeatable,
    Duration patience) {
  static Request get(String path) {
    return new Request("GET", path, null, null, true, Duration.ZERO);
  }

  static Request delete(String path) {
    return new Request("DELETE", path, null, null, false, Duration.ZERO);
  }

  static Request of(String method, String path, String body) {
    return new Request(method, path, body, null, false, Duration.ZERO);
  }

  static Request post(String path, String body) {
    return of("POST", path, body);
  }

  Request withKey(String idempotencyKey) {
    return new Request(method, path, body, idempotencyKey, true, patience);
  }

  /** For a request whose items carry tokens of their own. */
  Request withTokens() {
    return new Request(method, path, body, key, true, patience);
  }

  Request waiting(Duration time) {
    return new Request(method, path, body, key, repeatable, time);
  }
}
