package io.bide.server.http;

import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Topic;
import io.bide.dialect.Call;
import io.bide.dialect.Refusal;
import io.bide.dialect.Right;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way: read, checked, handed to its route, answered. Lives on one event loop.
 *
 * <p>A request that is refused is read to its end all the same, without being kept: closing a
 * connection on which the caller is still sending would take away the answer that says why. One that
 * is too large or does not end in time is answered, and then closed.
 */
final class Exchange implements Call {
  private static final Buffer NOTHING = Buffer.buffer();

  private final Loop loop;
  private final HttpServerRequest request;
  private final Router.Match match;
  private @Nullable Caller caller;
  private @Nullable Throwable refusal;
  private @Nullable Runnable onGone;
  private @Nullable MultiMap query;
  private Buffer body = NOTHING;
  private long size;
  private long held;
  private final long begun;
  private boolean answered;
  private boolean gone;

  Exchange(Loop loop, HttpServerRequest request, Router.Match match) {
    this.loop = loop;
    this.request = request;
    this.match = match;
    this.refusal = match.refusal();
    this.begun = loop.nanos();
  }

  void begin() {
    request.response().exceptionHandler(e -> leave());
    request.response().closeHandler(v -> leave());
    if (refusal == null) {
      refusal = admit();
    }
    if (hasNoBody()) {
      run();
      return;
    }
    if (declaredLength() > maxRequestBytes()) {
      tooLarge();
      return;
    }
    loop.reading(this);
    request.exceptionHandler(this::broken);
    request.handler(this::take);
    request.endHandler(v -> run());
  }

  private @Nullable Throwable admit() {
    Right right = Objects.requireNonNull(match.entry()).route().right();
    if (right == Right.NONE) {
      return null; // Who asks does not matter, not even if the key is a wrong one.
    }
    try {
      caller = loop.gatekeeper().callerOf(match.dialect(), request);
      return caller.may(right) ? null : notAllowed(right);
    } catch (RuntimeException e) {
      return e;
    }
  }

  private Refusal notAllowed(Right right) {
    if (request.getHeader(HttpHeaders.AUTHORIZATION) == null) {
      return new Refusal(
          401,
          "unauthorized",
          null,
          "this needs an API key: send it as \"Authorization: Bearer <key>\"; keys are made by"
              + " \"bide keys add\"",
          Map.of("WWW-Authenticate", "Bearer"));
    }
    return new Refusal(
        403, "forbidden", "this API key has no right to " + right.name().toLowerCase(Locale.ROOT));
  }

  private boolean hasNoBody() {
    return !request.headers().contains(HttpHeaders.CONTENT_LENGTH)
        && !request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
  }

  /** The codec has already refused what is no number. */
  private long declaredLength() {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return length == null ? 0 : Long.parseLong(length);
  }

  private void take(Buffer chunk) {
    size += chunk.length();
    if (size > maxRequestBytes()) {
      tooLarge();
    } else if (refusal == null && !answered) {
      keep(chunk);
    }
  }

  private void keep(Buffer chunk) {
    if (loop.hold(chunk.length())) {
      held += chunk.length();
      body = body == NOTHING ? chunk : body.appendBuffer(chunk);
    } else {
      refuseAndClose(new Refusal(
          503,
          "overloaded",
          null,
          "the server is reading as much as it has room for; try again later",
          Map.of("Retry-After", "1")));
    }
  }

  /** The body is read, or nobody wants it any more. */
  private void release() {
    loop.release(held);
    held = 0;
  }

  private void tooLarge() {
    refuseAndClose(new Refusal(
        413,
        "too-large",
        "the request is larger than " + maxRequestBytes() + " bytes; send less at once"));
  }

  private int maxRequestBytes() {
    return Math.min(loop.limits().maxRequestBytes(), match.dialect().maxRequestBytes());
  }

  /** The request did not arrive in time. */
  void expire() {
    refuseAndClose(new Refusal(
        408,
        "request-timeout",
        "the request did not arrive within " + loop.limits().requestTimeout().toSeconds()
            + " s; was its Content-Length right?"));
  }

  /** The rest of the request makes no sense. */
  void broken(Throwable cause) {
    loop.read(this);
    if (!answered && !gone) {
      refuseAndClose(new Refusal(400, "invalid", "the request is broken: " + cause.getMessage()));
    }
  }

  private void refuseAndClose(Refusal why) {
    loop.read(this);
    if (answered) {
      return;
    }
    header(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    fail(why);
    body = NOTHING;
    release();
    request.handler(chunk -> {});
    loop.closeSoon(request.connection());
  }

  long begun() {
    return begun;
  }

  private void run() {
    loop.read(this);
    if (answered || gone) {
      return;
    }
    if (refusal != null) {
      fail(refusal);
      return;
    }
    try {
      Objects.requireNonNull(match.entry()).route().handler().accept(this);
    } catch (RuntimeException e) {
      fail(e);
    } finally {
      body = NOTHING;
      release();
    }
  }

  private void fail(Throwable failure) {
    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
    match.dialect().fail(this, cause);
  }

  @Override
  public HttpServerRequest request() {
    return request;
  }

  @Override
  public String path(String name) {
    return match.value(name);
  }

  @Override
  public MultiMap query() {
    if (query == null) {
      query = Query.parse(request.query());
    }
    return query;
  }

  @Override
  public Buffer body() {
    return body;
  }

  @Override
  public DelayQueue queue() {
    return Objects.requireNonNull(caller).queue();
  }

  @Override
  public boolean may(Right right, Topic topic) {
    return Objects.requireNonNull(caller).may(right, topic);
  }

  @Override
  public <T> void then(CompletableFuture<T> future, Consumer<? super T> next) {
    goOn(future, next, value -> {});
  }

  @Override
  public void handOut(CompletableFuture<Claimed> claim, Consumer<Claimed> next) {
    onGone = () -> claim.cancel(false);
    goOn(claim, next, claimed -> {
      var unused = queue().unclaim(claimed.deliveries());
    });
  }

  private <T> void goOn(
      CompletableFuture<T> future, Consumer<? super T> next, Consumer<? super T> gone) {
    var unused = future.whenComplete((value, failure) -> {
      if (loop.isHere()) {
        goOn(value, failure, next, gone);
      } else {
        loop.context().runOnContext(v -> goOn(value, failure, next, gone));
      }
    });
  }

  private <T> void goOn(
      T value,
      @Nullable Throwable failure,
      Consumer<? super T> next,
      Consumer<? super T> whenGone) {
    onGone = null;
    if (failure != null) {
      if (!gone) {
        fail(failure);
      }
    } else if (gone || request.response().closed()) {
      whenGone.accept(value);
    } else {
      try {
        next.accept(value);
      } catch (RuntimeException e) {
        fail(e);
      }
    }
  }

  /** The connection has been closed. */
  private void leave() {
    gone = true;
    loop.read(this);
    release();
    Runnable run = onGone;
    onGone = null;
    if (run != null) {
      run.run();
    }
  }

  @Override
  public void header(CharSequence name, CharSequence value) {
    if (!gone) {
      request.response().putHeader(name, value);
    }
  }

  @Override
  public void answer(int status, @Nullable CharSequence contentType, Buffer content) {
    HttpServerResponse response = request.response();
    if (answered || gone || response.closed()) {
      return;
    }
    answered = true;
    response.setStatusCode(status);
    if (contentType != null) {
      response.putHeader(HttpHeaders.CONTENT_TYPE, contentType);
    }
    if (loop.closing()) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      // The codec leaves out the content, and with it the length.
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(content.length()));
    }
    loop.answered(match, status, begun);
    var unused = response.end(content);
  }
}
