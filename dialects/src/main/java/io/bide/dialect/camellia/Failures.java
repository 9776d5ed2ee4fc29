package io.bide.dialect.camellia;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import io.bide.dialect.Refusal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is said of a request that never became a call of the queue, and of defects of ours, in the
 * words of the framework that the original is built with. What the queue refuses is told by each route
 * in its own answer.
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

  Failures(InstantSource clock) {
    this.clock = clock;
  }

  void answer(Call call, Throwable failure) {
    if (failure instanceof Refusal refusal) {
      refusal.headers().forEach(call::header);
      answer(call, refusal.status());
    } else if (failure instanceof BideException error) {
      answer(call, error.code() == ErrorCode.FORBIDDEN ? 403 : 500);
    } else {
      log.error("{} {} failed", call.request().method(), call.request().path(), failure);
      answer(call, 500);
    }
  }

  private void answer(Call call, int status) {
    Instant now = clock.instant();
    JsonOut out = new JsonOut().beginObject().field("timestamp", TIME.format(now));
    out.field("status", status).field("error", REASONS.getOrDefault(status, "None"));
    out.field("path", String.valueOf(call.request().path())).endObject();
    call.answer(status, CamelliaDialect.JSON, out.toBuffer());
  }
}
