package io.bide.dialect.camellia;

import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What answers look like: always status 200, with a code inside. */
enum Answer {
  /** With one message. */
  MESSAGE("delayMsg"),
  /** With a list of messages. */
  LIST("delayMsgList"),
  /** With a code and a word only. */
  PLAIN(null),
  /** Of long polls, which another library of the original writes: what is absent is left out. */
  POLL(null);

  static final int OK = 200;
  static final int WRONG = 400;
  static final int UNKNOWN = 404;
  static final int FAILED = 500;

  private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=UTF-8");
  private static final String SUCCESS = "success";
  private static final int SIZE_WITHOUT_TEXT = 384;

  private final @Nullable String content;

  Answer(@Nullable String content) {
    this.content = content;
  }

  /** It did not work. */
  void refuse(Call call, int code) {
    JsonOut out = new JsonOut().beginObject().field("code", code);
    if (this != POLL) {
      out.name("msg").raw("null");
    }
    if (content != null) {
      out.name(content).raw("null");
    }
    send(call, out.endObject());
  }

  /** It worked, and there is nothing more to say. */
  void succeed(Call call) {
    send(
        call,
        new JsonOut().beginObject().field("code", OK).field("msg", SUCCESS).endObject());
  }

  /** It worked; this is the message. */
  void succeed(Call call, DelayMsg message) {
    JsonOut out = new JsonOut(SIZE_WITHOUT_TEXT + message.size());
    out.beginObject().field("code", OK).field("msg", SUCCESS).name(String.valueOf(content));
    message.write(out);
    send(call, out.endObject());
  }

  /** It worked; these are the messages, each of them written by somebody else. */
  void succeed(Call call, int count, Consumer<JsonOut> messages) {
    JsonOut out = new JsonOut(SIZE_WITHOUT_TEXT * (count + 1)).beginObject().field("code", OK);
    if (this != POLL) {
      out.name("msg").raw("null");
    }
    out.name("delayMsgList").beginArray();
    messages.accept(out);
    send(call, out.endArray().endObject());
  }

  private void send(Call call, JsonOut out) {
    Buffer body = out.toBuffer();
    call.answer(200, this == POLL && !wantsJson(call) ? TEXT : CamelliaDialect.JSON, body);
  }

  private static boolean wantsJson(Call call) {
    String accept = call.request().getHeader(HttpHeaders.ACCEPT);
    return accept != null && accept.toLowerCase(Locale.ROOT).contains("application/json");
  }
}
