package io.bide.client;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was not done, as the server has told it; or what can be said about an answer that is
 * not the server's, but that of something between.
 *
 * @param state of the message, when it is known
 * @param itemsRemoved of a leased merged message
 */
record Problem(
    int status,
    String code,
    String detail,
    @Nullable String field,
    @Nullable State state,
    int itemsRemoved) {
  private static final String NONE = "";
  private static final int SHOWN_CHARACTERS = 200;
  private static final Map<String, ErrorCode> CODES = Words.table(ErrorCode.class);

  static Problem of(Reply reply) {
    Fields fields = new Fields();
    try {
      Json.read(reply.body(), in -> {
        in.object(name -> fields.read(in, name));
        return fields;
      });
    } catch (BideException e) {
      // Not the words of a server of ours: the status has to do.
      return new Problem(reply.status(), NONE, strange(reply), null, null, 0);
    }
    return fields.build(reply.status());
  }

  /** One item's problem, inside the answer to a batch. */
  static BideException item(JsonIn in) throws IOException {
    Fields fields = new Fields();
    in.object(name -> fields.read(in, name));
    return fields.build(0).toException();
  }

  private static String strange(Reply reply) {
    String text = new String(reply.body(), StandardCharsets.UTF_8).strip();
    String shown =
        text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "…" : text;
    return "the answer was " + reply.status() + " and not from a Bide server; check the address"
        + (shown.isEmpty() ? "" : ": " + shown);
  }

  BideException toException() {
    return new BideException(errorCode(), field, detail, null);
  }

  private ErrorCode errorCode() {
    ErrorCode told = CODES.get(code);
    if (told == ErrorCode.CLOSED) {
      // It is that server that stops, not this queue: another one may do it, or the same one later.
      return ErrorCode.UNAVAILABLE;
    }
    return told == null ? byStatus() : told;
  }

  private ErrorCode byStatus() {
    return switch (status) {
      case 401, 403, 407 -> ErrorCode.FORBIDDEN;
      case 408, 503 -> ErrorCode.UNAVAILABLE;
      case 413, 414, 431 -> ErrorCode.TOO_LARGE;
      case 429 -> ErrorCode.OVERLOADED;
      default -> status >= 500 ? ErrorCode.UNKNOWN : ErrorCode.INVALID;
    };
  }

  /** The members of a problem document, as they are read. */
  private static final class Fields {
    private String code = NONE;
    private String detail = NONE;
    private @Nullable String field;
    private @Nullable State state;
    private int itemsRemoved;

    void read(JsonIn in, String name) throws IOException {
      switch (name) {
        case "code" -> code = in.text();
        case "detail" -> detail = in.text();
        case "field" -> field = in.text();
        case "state" -> state = in.word(Words.STATES);
        case "itemsRemoved" -> itemsRemoved = in.integer();
        default -> in.skip();
      }
    }

    Problem build(int status) {
      return new Problem(status, code, detail, field, state, itemsRemoved);
    }
  }
}
