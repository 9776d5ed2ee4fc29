package io.bide.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Topic;
import io.bide.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of calls that are tried again while their client is being closed. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ClosingIT {
  private static final Topic TOPIC = Topic.of("t");
  private static final String FAILED =
      "{\"status\":\"failed\",\"error\":{\"code\":\"unavailable\",\"detail\":\"as scripted\"}}";

  private final ScriptedServer server = new ScriptedServer(ScriptedServer.Turn::stored);

  /** Without closing it would go on for an hour. */
  private final BideClient client = BideClient.builder(server.url())
      .deadline(Duration.ofHours(1))
      .retries(1_000_000)
      .build();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  /** Waits until the call has been tried again, and closes the client. */
  private void closeWhileTrying() {
    server.next();
    server.next();
    client.close();
  }

  private CompletableFuture<PutResult> put() {
    return client.put(Put.to(TOPIC).build());
  }

  private static BideException failure(CompletableFuture<?> call) {
    return catchThrowableOfType(BideException.class, () -> Await.value(call));
  }

  @Test
  void close_whileACallIsTriedAgain_endsItAndSaysWhy() {
    server.script(turn -> turn.problem(503, "unavailable"));
    CompletableFuture<?> call = client.peek(TOPIC, "i");

    closeWhileTrying();

    BideException failure = failure(call);
    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("the client is being closed");
  }

  @Test
  void close_whileAPutThatMayHaveHappenedIsRepeated_endsItAsUnknown() {
    server.script(ScriptedServer.Turn::hangUp);
    CompletableFuture<?> call = put();

    closeWhileTrying();

    BideException failure = failure(call);
    assertThat(failure.code()).isEqualTo(ErrorCode.UNKNOWN);
    assertThat(failure).hasMessageContaining("the client is being closed");
  }

  @Test
  void close_whileItemsAreSentAgain_endsThemWithTheLastAnswer() {
    server.script(turn -> turn.results(FAILED));
    CompletableFuture<PutResult> call = put();

    closeWhileTrying();

    assertThat(failureOf(Await.value(call)).code()).isEqualTo(ErrorCode.UNAVAILABLE);
  }

  private static BideException failureOf(PutResult result) {
    return catchThrowableOfType(BideException.class, result::requireStored);
  }

  @Test
  void close_afterCallsThatWereTriedAgain_sendsNothingMoreAndLeavesNoThread() {
    server.script(turn -> turn.problem(503, "unavailable"));
    CompletableFuture<?> peek = client.peek(TOPIC, "i");
    CompletableFuture<?> put = put();

    closeWhileTrying();
    int sent = server.turns().size();
    while (clientThreads() > 0) {
      Thread.onSpinWait();
    }

    assertThat(failure(peek).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure(put).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(server.turns()).hasSize(sent);
  }

  /** Those that would try something again. */
  private static long clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("bide-client"))
        .count();
  }
}
