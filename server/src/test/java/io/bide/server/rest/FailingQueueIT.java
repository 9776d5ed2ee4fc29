package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a queue that fails looks like from outside. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class FailingQueueIT {
  private static final String PUT = "/v1/topics/orders/messages";

  private volatile RuntimeException failure = new IllegalStateException("secret");
  private volatile boolean thrown;
  private final RestServer server = RestServer.inMemory(Duration.ofSeconds(10), queue -> failing());
  private final RestClient client = new RestClient(server.port());

  private DelayQueue failing() {
    return (DelayQueue) Proxy.newProxyInstance(
        DelayQueue.class.getClassLoader(),
        new Class<?>[] {DelayQueue.class},
        (proxy, method, args) -> {
          if (thrown) {
            throw failure;
          }
          return CompletableFuture.failedFuture(failure);
        });
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID, 400, false",
    "TOO_LARGE, 413, false",
    "TOKEN_MISMATCH, 422, false",
    "FORBIDDEN, 403, false",
    "OVERLOADED, 429, true",
    "STORE_FULL, 507, false",
    "UNAVAILABLE, 503, true",
    "CORRUPT, 500, false",
    "CLOSED, 503, false",
    "UNKNOWN, 504, false"
  })
  void failure_ofTheQueue_isToldByItsCode(ErrorCode code, int status, boolean retrySoon) {
    failure = new BideException(code, "because");

    RestClient.Answer answer = client.post(PUT, "{}").is(status);

    String unknown = code == ErrorCode.UNKNOWN ? "unknown" : "did-not-happen";
    answer
        .has("/code", code.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))
        .has("/detail", "because")
        .has("/retryable", code.retryable())
        .has("/outcome", unknown);
    assertThat(answer.header("retry-after")).isEqualTo(retrySoon ? "1" : "");
  }

  @Test
  void everyCode_hasBeenTried() throws NoSuchMethodException {
    CsvSource source = FailingQueueIT.class
        .getDeclaredMethod(
            "failure_ofTheQueue_isToldByItsCode", ErrorCode.class, int.class, boolean.class)
        .getAnnotation(CsvSource.class);

    assertThat(source.value()).hasSameSizeAs(ErrorCode.values());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void defect_isToldByAReferenceAndNothingElse(boolean asThrown) {
    thrown = asThrown;

    client.post(PUT, "{}").is(500, "internal").has("/outcome", "unknown").has("/retryable", false);
    String told =
        client.post("/v1/topics/orders/claims", "").is(500, "internal").text();
    assertThat(told)
        .containsPattern("under reference [0-9a-f-]{36}")
        .doesNotContain("secret", "Exception");
  }
}
