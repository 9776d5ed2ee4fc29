package io.bide.server.http;

import io.bide.dialect.Dialect;
import io.bide.dialect.Refusal;
import io.vertx.core.http.HttpServerRequest;

/** Knows callers by what they send, and by where they call from. */
@FunctionalInterface
public interface Gatekeeper {
  /**
   * Who makes this request.
   *
   * @param dialect what the request is spoken in: not every client can say who it is
   * @return a caller without any right if the request names nobody
   * @throws Refusal when it names somebody who is not known
   */
  Caller callerOf(Dialect dialect, HttpServerRequest request);
}
