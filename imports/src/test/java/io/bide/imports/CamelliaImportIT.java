package io.bide.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.Message;
import io.bide.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CamelliaImportIT extends ImportFixture {
  private static final long HOUR = 3_600_000;

  @Override
  ImportPlan plan() {
    return ImportPlan.of(ImportPlan.From.CAMELLIA, old.url());
  }

  @Override
  Sink sink() {
    return engine::put;
  }

  @Test
  void import_ofAMessageThatWaits_keepsAllThatItIs() {
    long due = now() + 1_234;
    old.message("orders", "m1", "{\\\"a\\\":1} ü", due, due + HOUR, 3).waiting("orders", "m1", due);

    assertThat(take(plan()).stored()).isEqualTo(1);

    Message message = message("orders", "m1");
    assertThat(message.state()).isEqualTo(State.WAITING);
    assertThat(message.due()).isEqualTo(Instant.ofEpochMilli(due));
    assertThat(message.expiry()).isEqualTo(Instant.ofEpochMilli(due + HOUR));
    assertThat(message.maxAttempts()).isEqualTo(4);
    assertThat(message.attempts()).isZero();
    assertThat(message.body().asText()).isEqualTo("{\"a\":1} ü");
    assertThat(message.attributes()).isEmpty();
    assertThat(old.keys()).containsExactly("camellia_delay_queue_topics|default");
  }

  @Test
  void import_ofReadyMessages_keepsTheirOrderAndTheirEnd() {
    for (String id : List.of("r1", "r2", "r3")) {
      old.message("t", id, id, now() - 1_000, now() + HOUR, 10, 2, 2).readyToPull("t", id);
    }

    take(plan());

    assertThat(engine.claim(Claim.from("t").max(10)).join().messages())
        .extracting(Message::id)
        .containsExactly("r1", "r2", "r3");
    assertThat(message("t", "r1").expiry()).isEqualTo(Instant.ofEpochMilli(now() + HOUR));
  }

  @Test
  void import_ofAMessageUnderConsumption_comesAgainWhenItsTimeIsUp() {
    old.message("t", "c", "x", now() - 1_000, now() + HOUR, 10, 3, 3)
        .consumed("t", "c", now() + 20_000);

    take(plan());

    Message message = message("t", "c");
    assertThat(message.state()).isEqualTo(State.WAITING);
    assertThat(message.due()).isEqualTo(Instant.ofEpochMilli(now() + 20_000));
    assertThat(message.maxAttempts()).as("11 deliveries, less 3").isEqualTo(8);
    assertThat(message.attributes()).isEqualTo(Map.of("camellia.retry", "3"));
    assertThat(message.expiry()).isEqualTo(Instant.ofEpochMilli(now() + HOUR));
  }

  @Test
  void import_ofWhatIsOver_reportsItAndLeavesItThere() {
    old.message("t", "deleted", "x", now() + 5, now() + HOUR, 10, 0, 7)
        .waiting("t", "deleted", now() + 5);
    old.message("t", "expired", "x", now() - HOUR, now() - 1).readyToPull("t", "expired");
    old.message("t", "last", "x", now() - 5, now() + HOUR, 2, 3, 3)
        .consumed("t", "last", now() + 5);
    old.message("t", "moved", "x", now() + 5, now() + HOUR).waiting("t", "alias", now() + 5);
    old.set(OldRedis.messageKey("t", "alias"), OldRedis.bytes("{\"topic\":\"t\"}"));
    old.set(OldRedis.messageKey("t", "text"), OldRedis.bytes("hello"));
    old.waiting("t", "text", 1).waiting("t", "nothing", 1);

    Progress progress = take(plan());

    assertThat(progress.stored()).isZero();
    assertThat(progress.skipped())
        .isEqualTo(Map.of(
            Skip.ENDED, 1L,
            Skip.EXPIRED, 1L,
            Skip.ATTEMPTS_USED, 1L,
            Skip.UNREADABLE, 2L,
            Skip.NO_CONTENT, 1L));
    assertThat(old.keys())
        .contains(OldRedis.messageKey("t", "deleted"), OldRedis.messageKey("t", "expired"));
  }

  @Test
  void import_repeatedWhileItKeeps_knowsWhatItHasStored() {
    old.message("t", "r", "x", now() - 1_000, now() + HOUR).readyToPull("t", "r");
    old.message("t", "w", "x", now() + 1_000, now() + HOUR).waiting("t", "w", now() + 1_000);
    String before = old.dump();

    assertThat(take(plan().keep(true)).stored()).isEqualTo(2);
    clock.advance(Duration.ofMillis(10));
    assertThat(take(plan().keep(true)).already()).isEqualTo(2);

    assertThat(old.dump()).isEqualTo(before);
  }

  @Test
  void import_cutOffAfterItHasStored_takesNothingTwice() {
    old.message("t", "r", "x", now() - 1_000, now() + HOUR).readyToPull("t", "r");
    Progress failed = run(
        plan(),
        puts -> engine.put(puts).thenApply(results -> {
          throw new io.bide.BideException(io.bide.ErrorCode.UNKNOWN, "cut off");
        }));
    assertThat(failed.state()).isEqualTo(Progress.State.FAILED);
    clock.advance(Duration.ofMillis(10));

    Progress repeated = take(plan());

    assertThat(repeated.already()).as("its life is shorter by now").isEqualTo(1);
    assertThat(repeated.removed()).isEqualTo(1);
    assertThat(engine.claim(Claim.from("t").max(10)).join().messages()).hasSize(1);
  }

  @Test
  void import_ofAnotherNamespace_goesIntoThatOne() {
    String json =
        "{\"expireTime\":" + (now() + HOUR) + ",\"maxRetry\":1,\"msg\":\"x\",\"msgId\":\"m\","
            + "\"produceTime\":1,\"retry\":0,\"status\":1,\"topic\":\"t\",\"triggerTime\":" + now()
            + "}";
    old.set("camellia_delay_queue_msg|shop|t|m", OldRedis.bytes(json));
    old.commands()
        .zadd(OldRedis.bytes("camellia_delay_queue_topics_tmp|shop"), 1, OldRedis.bytes("t"));
    old.commands()
        .zadd(
            OldRedis.bytes("camellia_delay_queue_waiting|{|shop|t|}"),
            (double) now(),
            OldRedis.bytes("m"));

    assertThat(take(plan()).total()).isZero();
    assertThat(take(plan().namespace("shop")).stored()).isEqualTo(1);
    assertThat(engine.peek(io.bide.Topic.of("shop", "t"), "m").join()).isPresent();
  }
}
