package io.bide.dialect.exfe;

import io.bide.BideException;
import io.bide.Endpoint;
import io.bide.ErrorCode;
import io.bide.dialect.Call;
import io.bide.dialect.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletionException;

/**
 * A queue as a path names it: the key, and the method and service to which its items are sent.
 *
 * @param key taken literally
 * @param service as it stands in the path, for errors
 */
record Queue(String key, Endpoint.Url endpoint, String service) {
  /** Keys that begin with this are not merged: each item is sent on its own. */
  private static final String APART = "-";

  static Queue of(Call call) {
    String service = call.path("service");
    return new Queue(call.path("key"), endpoint(call.path("method"), service), service);
  }

  private static Endpoint.Url endpoint(String method, String service) {
    if (!Endpoint.METHODS.contains(method)) {
      throw Failures.bad("method(" + method + ") invalid: use an HTTP method such as POST");
    }
    try {
      return Endpoint.Url.parse(method, decode(service));
    } catch (IllegalArgumentException e) {
      throw invalid(service, "not base64 of a URL");
    } catch (BideException e) {
      throw invalid(service, String.valueOf(e.getMessage()));
    }
  }

  /** Both alphabets, with padding or without. */
  private static String decode(String service) {
    String urlSafe = service.replace('+', '-').replace('/', '_');
    byte[] bytes = Base64.getUrlDecoder().decode(urlSafe);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  boolean apart() {
    return key.startsWith(APART);
  }

  /** What is told when the service must not be called; other failures as they are. */
  Throwable refused(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof BideException error && error.code() == ErrorCode.INVALID
        ? invalid(service, String.valueOf(error.getMessage()))
        : failure;
  }

  private static Refusal invalid(String service, String reason) {
    return Failures.bad("service(" + service + ") invalid: " + reason);
  }
}
