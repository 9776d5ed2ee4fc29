package io.bide.server.auth;

import io.bide.DelayQueue;
import io.bide.dialect.Dialect;
import io.bide.dialect.Refusal;
import io.bide.dialect.Right;
import io.bide.server.http.Caller;
import io.bide.server.http.Gatekeeper;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows callers by the key they send as bearer token, and where a dialect is opened by their address.
 * While there is no key, everybody may do everything.
 */
public final class BearerGate implements Gatekeeper {
  private static final String SCHEME = "Bearer ";

  private final KeyRing ring;
  private final Map<String, Opening> openings;
  private final Caller everybody;
  private final Caller nobody;

  /**
   * A gate.
   *
   * @param openings by the name of the dialect
   */
  public BearerGate(KeyRing ring, Map<String, Opening> openings, DelayQueue queue) {
    this.ring = ring;
    this.openings = Map.copyOf(openings);
    this.everybody = Caller.unrestricted(queue);
    this.nobody = new Nobody();
  }

  @Override
  public Caller callerOf(Dialect dialect, HttpServerRequest request) {
    if (!ring.locked()) {
      return everybody;
    }
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    return header == null
        ? withoutKey(dialect, request)
        : ring.find(secretOf(header)).orElseThrow(() -> refusal(null));
  }

  private Caller withoutKey(Dialect dialect, HttpServerRequest request) {
    Opening opening = openings.get(dialect.name());
    if (opening == null || !opening.to().contains(request.remoteAddress())) {
      return nobody;
    }
    // A key that has been removed takes its rights with it.
    return opening.as() == null ? everybody : ring.named(opening.as()).orElse(nobody);
  }

  private static String secretOf(String header) {
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw refusal("; send \"Authorization: Bearer <key>\"");
    }
    return header.substring(SCHEME.length()).strip();
  }

  private static Refusal refusal(@Nullable String advice) {
    String message = "this API key is not known here"
        + (advice == null ? "; it may have been removed, see \"bide keys list\"" : advice);
    return new Refusal(401, "unauthorized", null, message, Map.of("WWW-Authenticate", "Bearer"));
  }

  /** Somebody who sent no key. */
  private static final class Nobody implements Caller {
    @Override
    public boolean may(Right right) {
      return right == Right.NONE;
    }

    @Override
    public DelayQueue queue() {
      throw new IllegalStateException("whoever has no key gets no queue");
    }
  }
}
