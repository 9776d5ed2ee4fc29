package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import io.bide.dialect.Refusal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was not done, as RFC 9457 has it, with a {@code code} for programs.
 *
 * @param unknown whether it may have happened all the same
 */
record Problem(
    int status,
    String code,
    String title,
    String detail,
    @Nullable String field,
    boolean retryable,
    boolean unknown,
    Map<String, String> headers) {
  static final String CONTENT_TYPE = "application/problem+json";
  private static final Map<String, String> RETRY_SOON = Map.of("Retry-After", "1");

  /** It did not happen, because the message is not as it would have to be. */
  static Problem refused(int status, String code, String detail) {
    return new Problem(status, code, title(status), detail, null, false, false, Map.of());
  }

  static Problem of(Refusal refusal) {
    int status = refusal.status();
    boolean retryable = status == 408 || status == 429 || status == 503;
    return new Problem(
        status,
        refusal.code(),
        title(status),
        refusal.reason(),
        refusal.field(),
        retryable,
        false,
        refusal.headers());
  }

  static Problem of(BideException error) {
    ErrorCode code = error.code();
    int status = status(code);
    return new Problem(
        status,
        Words.of(code),
        title(status),
        String.valueOf(error.getMessage()),
        error.field(),
        code.retryable(),
        code.outcome() == ErrorCode.Outcome.UNKNOWN,
        code == ErrorCode.OVERLOADED || code == ErrorCode.UNAVAILABLE ? RETRY_SOON : Map.of());
  }

  /** A defect of ours; the reference leads to it in the log. */
  static Problem internal(String reference) {
    String detail = "the server has failed to answer, and nobody can tell whether it happened; its"
        + " log says more under reference " + reference;
    return new Problem(500, "internal", title(500), detail, null, false, true, Map.of());
  }

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

  private static String title(int status) {
    return switch (status) {
      case 400 -> "The request is not valid";
      case 401 -> "An API key is needed";
      case 403 -> "This is not allowed";
      case 404 -> "There is no such thing";
      case 405 -> "This method is not allowed here";
      case 408 -> "The request took too long to arrive";
      case 409 -> "The message is not in a state for this";
      case 413, 414, 431 -> "The request is too large";
      case 422 -> "The token was used for something else";
      case 429 -> "Too much at once";
      case 503 -> "Not available now";
      case 504 -> "Nobody can tell whether it happened";
      case 507 -> "The store is full";
      default -> "The server has failed";
    };
  }

  void answer(Call call) {
    JsonOut out = begin();
    answer(call, out);
  }

  /** The problem's own members; more may follow. */
  JsonOut begin() {
    JsonOut out = new JsonOut().beginObject().field("type", "urn:bide:problem:" + code);
    out.field("status", status);
    writeMembers(out);
    return out;
  }

  void answer(Call call, JsonOut begun) {
    headers.forEach(call::header);
    call.answer(status, CONTENT_TYPE, begun.endObject().toBuffer());
  }

  /** Inside the answer to a batch, where there is no status of HTTP. */
  void writeItem(JsonOut out) {
    out.beginObject().field("status", "failed").name("error").beginObject();
    writeMembers(out);
    out.endObject().endObject();
  }

  private void writeMembers(JsonOut out) {
    out.field("code", code).field("title", title).field("detail", detail);
    out.optional("field", field)
        .field("retryable", retryable)
        .field("outcome", unknown ? "unknown" : "did-not-happen");
  }
}
