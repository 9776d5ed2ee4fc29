package io.bide.server.http;

import io.bide.dialect.Refusal;
import io.vertx.core.http.HttpServerRequest;

/** Knows callers by what they send. */
@FunctionalInterface
public interface Gatekeeper {
  /**
   * Who makes this request.
   *
   * @return a caller without any right if the request names nobody
   * @throws Refusal when it names somebody who is not known
   */
  Caller callerOf(HttpServerRequest request);
}
