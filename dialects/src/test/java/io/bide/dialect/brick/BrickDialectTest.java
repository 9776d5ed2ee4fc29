package io.bide.dialect.brick;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.ErrorCode;
import io.bide.ServiceDirectory;
import io.bide.Subscriptions;
import io.bide.dialect.Down;
import io.bide.dialect.FakeCall;
import io.bide.testing.Await;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What its clients are told when something is wrong here, and not with what they sent. */
class BrickDialectTest {
  private static final String JOB =
      "{\"taskId\":\"1\",\"taskType\":\"close\",\"appName\":\"shop\"}";

  private static FakeCall call(ErrorCode queueFailsWith) {
    BrickDialect dialect = new BrickDialect(
        1_000,
        Down.willing(Subscriptions.class),
        Down.failing(ServiceDirectory.class, ErrorCode.UNAVAILABLE));
    return new FakeCall(dialect, Down.queue(queueFailsWith), JOB.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "UNAVAILABLE, 503",
    "STORE_FULL, 503",
    "OVERLOADED, 503",
    "CLOSED, 503",
    "UNKNOWN, 503",
    "CORRUPT, 500",
    "FORBIDDEN, 403",
    "TOO_LARGE, 400"
  })
  void add_whenTheQueueFails_isToldSo(ErrorCode code, int status) {
    FakeCall.Answer answer = Await.value(call(code).send("/job/add"));
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body()).isEqualTo("as planned");
  }

  @Test
  void overviews_whenTheDirectoryFails_tellIt() {
    assertThat(
            Await.value(call(ErrorCode.CLOSED).send("/discovery/service_info")).status())
        .isEqualTo(503);
    assertThat(Await.value(call(ErrorCode.CLOSED).send("/task/type/list")).status())
        .isEqualTo(503);
  }
}
