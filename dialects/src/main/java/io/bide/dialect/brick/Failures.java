package io.bide.dialect.brick;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.dialect.Call;
import io.bide.dialect.Refusal;
import io.vertx.core.buffer.Buffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What went wrong, as plain text. */
final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);
  private static final String TEXT = "text/plain;charset=UTF-8";

  private Failures() {}

  static Refusal bad(String reason) {
    return new Refusal(400, "invalid", reason);
  }

  static void answer(Call call, Throwable failure) {
    if (failure instanceof Refusal refusal) {
      refusal.headers().forEach(call::header);
      answer(call, refusal.status(), refusal.reason());
    } else if (failure instanceof BideException error) {
      answer(call, status(error.code()), String.valueOf(error.getMessage()));
    } else {
      log.error("{} failed", call.request().method(), failure);
      answer(call, 500, "the server has failed; its log says more");
    }
  }

  private static int status(ErrorCode code) {
    return switch (code) {
      case INVALID, TOO_LARGE, TOKEN_MISMATCH -> 400;
      case FORBIDDEN -> 403;
      case CORRUPT -> 500;
      case OVERLOADED, STORE_FULL, UNAVAILABLE, CLOSED, UNKNOWN -> 503;
    };
  }

  private static void answer(Call call, int status, String text) {
    call.answer(status, TEXT, Buffer.buffer(text));
  }
}
