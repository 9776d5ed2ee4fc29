package io.bide.dialect.camellia;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import io.bide.dialect.Refusal;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is said when something goes wrong. What the queue refuses is told with status 200 and a code,
 * in the shape of the route's answer; what never became a call of the queue, in the words of the
 * framework that the original is built with.
 */
final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxxx").withZone(ZoneOffset.UTC);
  private static final Map<Integer, String> REASONS = Map.ofEntries(
      Map.entry(400, "Bad Request"),
      Map.entry(401, "Unauthorized"),
      Map.entry(403, "Forbidden"),
      Map.entry(404, "Not Found"),
      Map.entry(405, "Method Not Allowed"),
      Map.entry(408, "Request Timeout"),
      Map.entry(413, "Payload Too Large"),
      Map.entry(414, "URI Too Long"),
      Map.entry(431, "Request Header Fields Too Large"),
      Map.entry(500, "Internal Server Error"),
      Map.entry(503, "Service Unavailable"));

  private final InstantSource clock;
  /** By path. */
  private final Map<String, Answer> answers = new HashMap<>();

  Failures(InstantSource clock) {
    this.clock = clock;
  }

  /** While the dialect is being made. */
  void answersOf(String path, Answer answer) {
    answers.put(path, answer);
  }

  void answer(Call call, Throwable failure) {
    if (failure instanceof Refusal refusal) {
      refusal.headers().forEach(call::header);
      answer(call, refusal.status());
    } else if (failure instanceof BideException error) {
      answer(call, error.code());
    } else {
      log.error("{} {} failed", call.request().method(), call.request().path(), failure);
      answer(call, 500);
    }
  }

  private void answer(Call call, ErrorCode error) {
    Answer shape = answers.get(String.valueOf(call.request().path()));
    if (error == ErrorCode.FORBIDDEN) {
      answer(call, 403);
    } else if (shape == null) {
      answer(call, 500);
    } else {
      shape.refuse(call, code(error));
    }
  }

  private static int code(ErrorCode error) {
    return switch (error) {
      case INVALID, TOO_LARGE -> Answer.WRONG;
      case TOKEN_MISMATCH,
          FORBIDDEN,
          OVERLOADED,
          STORE_FULL,
          UNAVAILABLE,
          CORRUPT,
          CLOSED,
          UNKNOWN -> Answer.FAILED;
    };
  }

  private void answer(Call call, int status) {
    JsonOut out = new JsonOut().beginObject().field("timestamp", TIME.format(clock.instant()));
    out.field("status", status).field("error", REASONS.getOrDefault(status, "None"));
    out.field("path", String.valueOf(call.request().path())).endObject();
    call.answer(status, CamelliaDialect.JSON, out.toBuffer());
  }
}
