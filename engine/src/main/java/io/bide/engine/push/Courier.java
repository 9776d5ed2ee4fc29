package io.bide.engine.push;

import io.bide.Body;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Makes calls over HTTP. Thread-safe; does not block. */
public interface Courier {
  /**
   * A request to be made, as it is.
   *
   * @param headers all there are, that of the content type included
   * @param instance whether the address comes from a service directory, which may name private ones
   * @param timeout from now to the head of the answer
   */
  record Letter(
      String method,
      URI url,
      Map<String, String> headers,
      Body body,
      boolean instance,
      Duration timeout) {}

  /**
   * The head of an answer.
   *
   * @param retryAfter the header of this name, as it came
   */
  record Reply(int status, @Nullable String retryAfter) {}

  /** Why there was no answer. */
  final class Undelivered extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What has kept it from being delivered. */
    public enum Why {
      TIMED_OUT,
      UNREACHABLE,
      FORBIDDEN
    }

    private final Why why;

    public Undelivered(Why why, String message) {
      super(message, null, false, false);
      this.why = why;
    }

    public Why why() {
      return why;
    }
  }

  /**
   * Makes the call. The address is resolved, checked and then called without being resolved again;
   * redirects are not followed.
   *
   * @return fails with {@link Undelivered} when there was no answer
   */
  CompletableFuture<Reply> send(Letter letter);
}
