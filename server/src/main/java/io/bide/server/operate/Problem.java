package io.bide.server.operate;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.dialect.Call;
import io.bide.dialect.Refusal;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what went wrong as a problem document (RFC 9457), in the form of the native dialect. */
final class Problem {
  private static final Logger log = LoggerFactory.getLogger(Problem.class);
  private static final String CONTENT_TYPE = "application/problem+json";

  private Problem() {}

  static void answer(Call call, Throwable failure) {
    if (failure instanceof Refusal refusal) {
      refusal.headers().forEach(call::header);
      boolean retryable = refusal.status() == 503;
      answer(call, refusal.status(), refusal.code(), refusal.reason(), retryable);
    } else if (failure instanceof BideException known) {
      known(call, known);
    } else {
      defect(call, failure);
    }
  }

  private static void known(Call call, BideException failure) {
    int status = status(failure.code());
    if (status == 503) {
      call.header("Retry-After", "1");
    }
    answer(
        call,
        status,
        failure.code().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        String.valueOf(failure.getMessage()),
        failure.code().retryable());
  }

  private static void defect(Call call, Throwable failure) {
    String reference = UUID.randomUUID().toString();
    log.error("A request of the operator failed, reference {}", reference, failure);
    answer(
        call, 500, "internal", "a defect of the server; its log has more at " + reference, false);
  }

  private static void answer(Call call, int status, String code, String detail, boolean retryable) {
    JsonObject problem = new JsonObject()
        .put("type", "urn:bide:problem:" + code)
        .put("title", title(code))
        .put("status", status)
        .put("detail", detail)
        .put("code", code)
        .put("retryable", retryable)
        .put("outcome", "did-not-happen");
    call.answer(status, CONTENT_TYPE, Buffer.buffer(problem.encode()));
  }

  private static String title(String code) {
    return code.substring(0, 1).toUpperCase(Locale.ROOT) + code.substring(1).replace('-', ' ');
  }

  /** Nothing here puts or claims, so most of these are not to be expected. */
  private static int status(ErrorCode code) {
    return switch (code) {
      case INVALID -> 400;
      case FORBIDDEN -> 403;
      case TOO_LARGE -> 413;
      case TOKEN_MISMATCH -> 422;
      case OVERLOADED -> 429;
      case CORRUPT -> 500;
      case UNAVAILABLE, CLOSED -> 503;
      case UNKNOWN -> 504;
      case STORE_FULL -> 507;
    };
  }
}
