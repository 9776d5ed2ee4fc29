package io.bide.server.auth;

import io.bide.DelayQueue;
import io.bide.dialect.Refusal;
import io.bide.dialect.Right;
import io.bide.server.http.Caller;
import io.bide.server.http.Gatekeeper;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Knows callers by the key they send as bearer token. While there is no key, everybody may do everything. */
public final class BearerGate implements Gatekeeper {
  private static final String SCHEME = "Bearer ";

  private final KeyRing ring;
  private final Caller everybody;
  private final Caller nobody;

  public BearerGate(KeyRing ring, DelayQueue queue) {
    this.ring = ring;
    this.everybody = Caller.unrestricted(queue);
    this.nobody = new Nobody();
  }

  @Override
  public Caller callerOf(HttpServerRequest request) {
    if (!ring.locked()) {
      return everybody;
    }
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    return header == null ? nobody : ring.find(secretOf(header)).orElseThrow(() -> refusal(null));
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
