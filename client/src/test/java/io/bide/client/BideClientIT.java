package io.bide.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import io.bide.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the client does when servers are away, slow, or of few words. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class BideClientIT {
  private static final Topic TOPIC = Topic.of("t");
  private static final Receipt RECEIPT = new Receipt(TOPIC, 0, "i", 7);
  private static final String NOBODY = "http://127.0.0.1:1";
  private static final String NOBODY_EITHER = "http://127.0.0.1:2";
  private static final String UNAVAILABLE =
      "{\"status\":\"failed\",\"error\":{\"code\":\"unavailable\",\"detail\":\"as scripted\"}}";

  private final ScriptedServer server = new ScriptedServer(ScriptedServer.Turn::stored);
  private BideClient client = BideClient.builder(server.url()).build();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void client(BideClient.Builder builder) {
    client.close();
    client = builder.build();
  }

  private static BideException failure(CompletableFuture<?> call) {
    return catchThrowableOfType(BideException.class, () -> Await.value(call));
  }

  /** From now on the client knows the limits, and calls of one thread are sent one after the other. */
  private void warmUp() {
    server.script(ScriptedServer.Turn::stored);
    while (!isStored(put())) {
      // With a short deadline the first calls of a busy machine may fail.
    }
    server.forget();
  }

  private static boolean isStored(CompletableFuture<PutResult> put) {
    return Await.value(put.handle((result, error) -> error == null && result.stored()));
  }

  private CompletableFuture<PutResult> put() {
    return client.put(Put.to(TOPIC).build());
  }

  private static List<String> tokens(List<ScriptedServer.Turn> turns) {
    List<String> tokens = new ArrayList<>();
    for (ScriptedServer.Turn turn : turns) {
      Matcher token = Pattern.compile("\"token\":\"([^\"]+)\"").matcher(turn.body());
      while (token.find()) {
        tokens.add(token.group(1));
      }
    }
    return tokens;
  }

  // Servers that are away

  @Test
  void call_whenTheFirstServerRefuses_goesToTheNextAndStaysThere() {
    client(BideClient.builder(NOBODY, server.url()));

    assertThat(Await.value(put()).stored()).isTrue();
    assertThat(Await.value(put()).stored()).isTrue();

    assertThat(server.turns()).hasSize(2);
  }

  @Test
  void call_whenAServerIsNotAvailable_goesToTheNextAndStaysThere() {
    try (ScriptedServer stopping = new ScriptedServer(turn -> turn.problem(503, "closed"))) {
      client(BideClient.builder(stopping.url(), server.url()));

      Await.value(put());
      Await.value(put());

      assertThat(stopping.turns()).hasSize(1);
      assertThat(server.turns()).hasSize(2);
    }
  }

  @Test
  void call_whenNoServerCanBeReached_failsAfterItsRetries() {
    client(BideClient.builder(NOBODY, NOBODY_EITHER).retries(1));

    assertThat(failure(put()).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure(client.peek(TOPIC, "i")).getMessage()).contains("cannot be reached");
  }

  @Test
  void call_ofAServerThatIsNotAvailable_isTriedAgainUntilItIs() {
    AtomicInteger asked = new AtomicInteger();
    server.script(turn -> {
      if (asked.incrementAndGet() < 4) {
        turn.problem(503, "unavailable");
      } else {
        turn.stored();
      }
    });

    assertThat(Await.value(put()).stored()).isTrue();
    assertThat(server.turns()).hasSize(4);
  }

  // Answers that are lost

  @Test
  void put_whoseAnswerIsLost_isRepeatedWithItsToken() {
    server.script(turn -> {
      server.script(ScriptedServer.Turn::stored);
      turn.hangUp();
    });

    assertThat(Await.value(put()).stored()).isTrue();

    assertThat(tokens(server.turns())).hasSize(2);
    assertThat(tokens(server.turns()).get(0)).isEqualTo(tokens(server.turns()).get(1));
  }

  @Test
  void puts_haveDifferentTokens_andKeepTheirOwn() {
    Await.value(client.put(List.of(
        Put.to(TOPIC).build(),
        Put.to(TOPIC).build(),
        Put.to(TOPIC).token("mine").build())));

    assertThat(tokens(server.turns())).hasSize(3).doesNotHaveDuplicates().contains("mine");
  }

  @Test
  void call_thatIsNotRepeatable_isUnknownWhenItsAnswerIsLost() {
    server.script(ScriptedServer.Turn::hangUp);

    assertThat(failure(client.cancel(TOPIC, "i")).code()).isEqualTo(ErrorCode.UNKNOWN);
    assertThat(failure(client.purge(TOPIC)).code()).isEqualTo(ErrorCode.UNKNOWN);
    assertThat(failure(client.ack(Target.id(TOPIC, "i", State.READY))).code())
        .isEqualTo(ErrorCode.UNKNOWN);

    assertThat(server.turns()).hasSize(3);
  }

  @Test
  void put_thatMayHaveHappened_isUnknownEvenIfItIsRefusedLater() {
    client(BideClient.builder(server.url()).retries(1));
    server.script(turn -> {
      server.script(next -> next.problem(503, "unavailable"));
      turn.hangUp();
    });

    assertThat(failure(put()).code()).isEqualTo(ErrorCode.UNKNOWN);
  }

  @Test
  void ack_whoseAnswerIsLost_isDoneIfItIsFoundDone() {
    server.script(turn -> {
      server.script(next -> next.results("{\"status\":\"ended\",\"state\":\"done\"}"));
      turn.hangUp();
    });

    assertThat(Await.value(client.ack(RECEIPT))).isEqualTo(SettleResult.ok(State.DONE, null));
    assertThat(Await.value(client.ack(RECEIPT)).answer()).isEqualTo(SettleResult.Answer.ENDED);
  }

  @Test
  void claim_whoseConnectionBreaks_isMadeAnewForWhatIsLeftOfItsTime() {
    server.script(turn -> {
      server.script(next -> next.reply(200, "{\"now\":5,\"messages\":[]}"));
      turn.hangUp();
    });

    Claimed claimed = Await.value(client.claim(Claim.from(TOPIC).waiting(Duration.ofSeconds(100))));

    assertThat(claimed.now().toEpochMilli()).isEqualTo(5);
    assertThat(server.turns()).hasSize(2);
    assertThat(server.turns().get(0).body()).contains("\"wait\":100000");
    assertThat(server.turns().get(1).body()).doesNotContain("\"wait\":100000");
  }

  // Batches

  @Test
  void putsMadeWhileRequestsAreUnderWay_shareOne() {
    warmUp();
    server.script(turn -> {});
    List<CompletableFuture<PutResult>> first = List.of(put(), put());
    ScriptedServer.Turn one = server.next();
    ScriptedServer.Turn two = server.next();
    List<CompletableFuture<PutResult>> others =
        IntStream.range(0, 500).mapToObj(i -> put()).toList();
    server.script(ScriptedServer.Turn::stored);
    one.stored();
    two.stored();

    first.forEach(Await::value);
    others.forEach(Await::value);

    assertThat(server.turns()).hasSizeBetween(3, 4);
    assertThat(server.turns().get(2).items()).isGreaterThan(1);
    assertThat(tokens(server.turns())).hasSize(502).doesNotHaveDuplicates();
  }

  @Test
  void requestThatIsNotAnswered_holdsUpNoOther() {
    warmUp();
    server.script(turn -> {});
    CompletableFuture<PutResult> silent = put();
    ScriptedServer.Turn turn = server.next();
    server.script(ScriptedServer.Turn::stored);

    for (int i = 0; i < 5; i++) {
      Await.value(put()).requireStored();
    }
    assertThat(silent).isNotDone();

    turn.stored();
    Await.value(silent).requireStored();
  }

  @Test
  void settlesOfDifferentTopics_shareARequest() {
    server.script(turn -> turn.results("{\"status\":\"ok\",\"state\":\"done\"}"));

    Await.value(client.ack(List.of(RECEIPT, new Receipt(Topic.of("other"), 0, "i", 8))));

    assertThat(server.turns()).hasSize(1);
    assertThat(server.turns().get(0).line()).isEqualTo("POST /v1/acks");
  }

  @Test
  void itemsThatFailForTheTimeBeing_areSentAgainAlone() {
    server.script(turn -> {
      server.script(ScriptedServer.Turn::stored);
      String stored =
          "{\"status\":\"stored\",\"id\":\"a\",\"topic\":\"t\",\"created\":1,\"due\":1}";
      turn.reply(200, "{\"results\":[" + stored + "," + UNAVAILABLE + "]}");
    });

    List<PutResult> results = Await.value(
        client.put(List.of(Put.to(TOPIC).id("a").build(), Put.to(TOPIC).id("b").build())));

    assertThat(results).allMatch(PutResult::stored);
    assertThat(server.turns()).hasSize(2);
    assertThat(server.turns().get(1).items()).isEqualTo(1);
    assertThat(server.turns().get(1).body()).contains("\"id\":\"b\"");
  }

  @Test
  void itemsThatFailAgainAndAgain_failAfterTheirRetries() {
    client(BideClient.builder(server.url()).retries(2));
    server.script(turn -> turn.results(UNAVAILABLE));

    PutResult result = Await.value(put());

    assertThat(result)
        .isInstanceOfSatisfying(
            PutResult.Failed.class,
            failed -> assertThat(failed.error().code()).isEqualTo(ErrorCode.UNAVAILABLE));
    assertThat(server.turns()).hasSize(3);
  }

  @Test
  void put_ofMoreThanThereIsRoomFor_isRefusedAtOnce() {
    client(BideClient.builder(server.url()).pendingBytes(10_000));
    warmUp();
    server.script(turn -> {});
    CompletableFuture<PutResult> pending = put();
    ScriptedServer.Turn held = server.next();

    List<Put> many =
        IntStream.range(0, 100).mapToObj(i -> Put.to(TOPIC).build()).toList();
    assertThat(failure(client.put(many)).code()).isEqualTo(ErrorCode.OVERLOADED);

    server.script(ScriptedServer.Turn::stored);
    held.stored();
    Await.value(pending);
    assertThat(Await.value(put()).stored()).isTrue();
  }

  // Deadlines, keys, strange answers

  @Test
  void call_ofASilentServer_isUnknownAtItsDeadline() {
    client(BideClient.builder(server.url()).deadline(Duration.ofSeconds(1)));
    warmUp();
    server.script(turn -> {});

    assertThat(failure(put()).code()).isEqualTo(ErrorCode.UNKNOWN);
    assertThat(failure(client.peek(TOPIC, "i")).code()).isEqualTo(ErrorCode.UNKNOWN);
    assertThat(failure(client.claim(Claim.from(TOPIC).waiting(Duration.ofMillis(1))))
            .code())
        .isEqualTo(ErrorCode.UNKNOWN);
  }

  @Test
  void putsThatWaitBehindASilentServer_failAtTheirDeadline() {
    client(BideClient.builder(server.url()).deadline(Duration.ofSeconds(1)));
    warmUp();
    server.script(turn -> {});

    List<CompletableFuture<PutResult>> all =
        IntStream.range(0, 20).mapToObj(i -> put()).toList();

    all.forEach(put -> assertThat(failure(put)).isNotNull());
  }

  @Test
  void apiKey_isSentWithEveryRequest() {
    client(BideClient.builder(server.url()).apiKey("k-1"));

    Await.value(put());

    assertThat(server.turns().get(0).header("Authorization")).isEqualTo("Bearer k-1");
  }

  @Test
  void refusal_keepsCodeFieldAndWords() {
    server.script(turn -> turn.reply(
        413, "{\"code\":\"too-large\",\"detail\":\"max is 9; the most is 5\",\"field\":\"max\"}"));

    BideException refused = failure(client.claim(Claim.from(TOPIC).max(9)));

    assertThat(refused.code()).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(refused.field()).isEqualTo("max");
    assertThat(refused).hasMessage("max is 9; the most is 5");
    assertThat(server.turns()).hasSize(1);
  }

  @Test
  void answerOfSomethingElse_saysThatTheAddressIsWrong() {
    server.script(turn -> turn.reply(404, "<html>not here</html>"));

    BideException strange = failure(client.peek(TOPIC, "i"));

    assertThat(strange.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(strange).hasMessageContaining("404").hasMessageContaining("check the address");
  }

  // Giving up and closing

  @Test
  void claim_thatIsCancelled_isTakenBackAndWhatItGetsGivenBack() {
    server.script(turn -> {});
    CompletableFuture<Claimed> claim =
        client.claim(Claim.from(TOPIC).waiting(Duration.ofMinutes(1)));
    ScriptedServer.Turn waiting = server.next();

    claim.cancel(true);

    ScriptedServer.Turn takeBack = server.next();
    Matcher ticket = Pattern.compile("\"ticket\":\"([^\"]+)\"").matcher(waiting.body());
    assertThat(ticket.find()).isTrue();
    assertThat(takeBack.line()).isEqualTo("DELETE /v1/claims/" + ticket.group(1));
    takeBack.problem(404, "unknown-claim");
    waiting.reply(
        200,
        "{\"now\":5,\"messages\":[{\"id\":\"i\",\"topic\":\"t\",\"receipt\":\"" + RECEIPT.encode()
            + "\",\"attempt\":1,\"maxAttempts\":16,\"created\":1,\"due\":1}]}");
    ScriptedServer.Turn unclaim = server.next();
    assertThat(unclaim.line()).isEqualTo("POST /v1/unclaims");
    assertThat(unclaim.body()).contains(RECEIPT.encode());
    unclaim.results("{\"status\":\"ok\",\"state\":\"ready\"}");
  }

  @Test
  void claim_thatAServerDoesNotTakeBack_isLeftWithItsConnection() {
    server.script(turn -> {});
    CompletableFuture<Claimed> claim =
        client.claim(Claim.from(TOPIC).waiting(Duration.ofMinutes(1)));
    server.next();

    client.close();

    assertThat(Await.value(claim).isEmpty()).isTrue();
  }

  @Test
  void close_finishesWhatIsUnderWayAndRefusesWhatComes() throws Exception {
    warmUp();
    server.script(turn -> {});
    List<CompletableFuture<PutResult>> puts =
        IntStream.range(0, 50).mapToObj(i -> put()).toList();
    ScriptedServer.Turn one = server.next();
    ScriptedServer.Turn two = server.next();
    Thread closing = new Thread(client::close, "bide-test-closing");
    closing.start();
    while (failureNow(client.put(List.of())) != ErrorCode.CLOSED) {
      Thread.onSpinWait();
    }
    assertThat(closing.isAlive()).isTrue();

    server.script(ScriptedServer.Turn::stored);
    one.stored();
    two.stored();

    closing.join();
    assertThat(puts).allSatisfy(put -> assertThat(put.join().stored()).isTrue());
  }

  private static ErrorCode failureNow(CompletableFuture<?> call) {
    return call.isCompletedExceptionally() ? failure(call).code() : null;
  }

  @Test
  void close_leavesNoThread() throws Exception {
    Await.value(put());
    client.close();

    while (ownThreads() > 0) {
      // Up to Java 20 the HTTP client's thread ends when its client has been collected.
      System.gc();
      Thread.onSpinWait();
    }
    client.close();
  }

  private static long ownThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("bide-client") || name.startsWith("HttpClient"))
        .count();
  }
}
