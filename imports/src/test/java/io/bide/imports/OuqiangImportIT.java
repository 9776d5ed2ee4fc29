package io.bide.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.State;
import io.bide.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OuqiangImportIT extends ImportFixture {
  @Override
  ImportPlan plan() {
    return ImportPlan.of(ImportPlan.From.OUQIANG, old.url());
  }

  @Override
  Sink sink() {
    return jobs -> ouqiang.store(engine, jobs);
  }

  private OldRedis waiting(String topic, String id, long due) {
    return old.job(topic, id, due, 60, topic + " has " + id).inBucket(1, id, due);
  }

  @Test
  void import_ofAJobThatWaits_keepsAllThatItIs() {
    old.job("order", "15702398321", nowSeconds() + 3_600, 120, "{\"uid\": 1} ü")
        .inBucket(2, "15702398321", nowSeconds() + 3_600);

    Progress progress = take(plan());

    assertThat(progress.stored()).isEqualTo(1);
    Message job = message("order", "15702398321");
    assertThat(job.state()).isEqualTo(State.WAITING);
    assertThat(job.due()).isEqualTo(Instant.ofEpochSecond(nowSeconds() + 3_600));
    assertThat(job.lease()).isEqualTo(Duration.ofMinutes(2));
    assertThat(job.maxAttempts()).isEqualTo(Put.UNLIMITED);
    assertThat(job.body().asText()).isEqualTo("{\"uid\": 1} ü");
    assertThat(job.attributes()).isEqualTo(Map.of("dialect", "ouqiang"));
    assertThat(records()).containsExactly("ouqiang/15702398321=order");
    assertThat(old.keys()).isEmpty();
  }

  @Test
  void import_ofReadyAndPoppedJobs_keepsTheirOrderAndWhenTheyComeAgain() {
    for (String id : List.of("r1", "r2", "r3")) {
      old.job("t", id, nowSeconds() - 5, 60, id).ready("t", id);
    }
    old.inBucket(1, "r2", nowSeconds() - 5);
    old.job("t", "popped", nowSeconds() - 50, 60, "p").inBucket(3, "popped", nowSeconds() + 10);

    assertThat(take(plan()).removed()).isEqualTo(4);

    assertThat(engine.claim(Claim.from("t").max(10)).join().messages())
        .extracting(Message::id)
        .containsExactly("r1", "r2", "r3");
    assertThat(message("t", "popped").due()).isEqualTo(clock.instant().plusSeconds(10));
    assertThat(old.keys()).isEmpty();
  }

  @Test
  void import_ofGarbage_reportsItAndLeavesItThere() {
    waiting("t", "good", nowSeconds() + 5);
    old.inBucket(1, "nothing", 1).ready("t", "nothing-either");
    old.set("garbage", new byte[] {1, 2, 3});
    old.inBucket(2, "garbage", 1);
    old.job("t", "other-id", 1, 1, "").inBucket(2, "alias", 1);
    old.set("alias", OldRedis.msgpack("t", "other-id", 1, 1, ""));
    old.commands().lpush(OldRedis.bytes("a-list"), OldRedis.bytes("x"));
    old.inBucket(3, "a-list", 1);
    old.job("bad!", "bad", 1, 1, "").inBucket(3, "bad", 1);
    old.commands().zadd(OldRedis.bytes("dq_bucket_1"), 1, new byte[] {(byte) 0xFF});
    old.set("dq_bucket_x", OldRedis.bytes("no bucket"));
    old.set("dq_queue_t2", OldRedis.bytes("no queue"));

    Progress progress = take(plan());

    assertThat(progress.stored()).isEqualTo(1);
    assertThat(progress.removed()).isEqualTo(1);
    assertThat(progress.skipped())
        .isEqualTo(Map.of(Skip.NO_CONTENT, 3L, Skip.UNREADABLE, 3L, Skip.REFUSED, 1L));
    assertThat(progress.problems())
        .hasSize(7)
        .contains(
            "no-content: nothing in dq_bucket_1",
            "no-content: nothing-either in dq_queue_t",
            "refused: bad in dq_bucket_3: topic has the reserved character '!'; choose another name");
    assertThat(old.keys())
        .contains("garbage", "alias", "other-id", "a-list", "bad", "dq_bucket_1", "dq_queue_t")
        .doesNotContain("good");
  }

  @Test
  void dryRun_changesNothing() {
    waiting("t", "a", nowSeconds() + 5);
    old.job("t", "b", 1, 60, "b").ready("t", "b").inBucket(1, "x", 1);
    String before = old.dump();

    Progress progress = take(plan().dryRun(true));

    assertThat(progress.stored()).isEqualTo(2);
    assertThat(progress.total()).isEqualTo(3);
    assertThat(progress.skipped()).isEqualTo(Map.of(Skip.NO_CONTENT, 1L));
    assertThat(old.dump()).isEqualTo(before);
    assertThat(isKnown("t", "a")).isFalse();
    assertThat(records()).isEmpty();
  }

  @Test
  void import_thatKeeps_canBeRepeatedEvenAfterTheJobsAreForgotten() {
    waiting("t", "a", nowSeconds() + 5);
    String before = old.dump();

    assertThat(take(plan().keep(true)).stored()).isEqualTo(1);
    assertThat(take(plan().keep(true)).already()).isEqualTo(1);
    assertThat(old.dump()).isEqualTo(before);

    clock.advance(Duration.ofSeconds(5));
    engine
        .ack(engine.claim(Claim.from("t")).join().deliveries().get(0).requireReceipt())
        .join();
    clock.advance(Duration.ofHours(1));
    Progress again = take(plan().keep(true));

    assertThat(again.stored()).isZero();
    assertThat(again.already()).isEqualTo(1);
    assertThat(isKnown("t", "a")).isFalse();

    Progress last = take(plan());
    assertThat(last.already()).isEqualTo(1);
    assertThat(last.removed()).isEqualTo(1);
    assertThat(old.keys()).isEmpty();
    assertThat(records()).noneMatch(record -> record.startsWith("imported/"));
  }

  @Test
  void import_ofAnIdThatIsAliveHere_leavesBoth() {
    engine
        .put(Put.to("elsewhere").id("a").body("mine").attributes(Map.of()).build())
        .join();
    ouqiang.store(engine, List.of(Put.to("u").id("b").body("mine").build())).join();
    waiting("elsewhere", "a", nowSeconds() + 5);
    waiting("t", "b", nowSeconds() + 5);

    Progress progress = take(plan());

    assertThat(progress.skipped()).isEqualTo(Map.of(Skip.CONFLICT, 2L));
    assertThat(message("elsewhere", "a").body().asText()).isEqualTo("mine");
    assertThat(isKnown("t", "b")).isFalse();
    assertThat(old.keys()).containsExactly("a", "b", "dq_bucket_1");
  }

  @Test
  void import_thatEndsAnywhere_canBeRepeatedWithoutLossAndWithoutDuplicates() {
    for (int i = 0; i < 5; i++) {
      waiting("t", "a" + i, nowSeconds() + 5);
      old.job("t", "r" + i, 1, 60, "r").ready("t", "r" + i);
    }
    // It is stored, but nobody is told.
    Sink unanswered = jobs -> ouqiang
        .store(engine, jobs)
        .thenCompose(results -> CompletableFuture.failedFuture(
            new io.bide.BideException(ErrorCode.UNKNOWN, "cut off")));

    Progress failed = run(plan(), unanswered);
    assertThat(failed.state()).isEqualTo(Progress.State.FAILED);
    assertThat(failed.error()).isEqualTo("cut off");
    clock.advance(Duration.ofSeconds(1));
    Progress repeated = take(plan());

    assertThat(repeated.skipped()).isEmpty();
    assertThat(repeated.removed()).isEqualTo(10);
    clock.advance(Duration.ofSeconds(5));
    assertThat(engine.claim(Claim.from("t").max(100)).join().messages()).hasSize(10);
    assertThat(old.keys()).isEmpty();
  }

  @Test
  void import_ofWhatChangesMeanwhile_doesNotRemoveTheNewer() {
    waiting("t", "a", nowSeconds() + 5);
    Sink slow = jobs -> {
      old.job("t", "a", nowSeconds() + 9, 60, "newer");
      return ouqiang.store(engine, jobs);
    };

    Progress progress = run(plan(), slow);

    assertThat(progress.stored()).isEqualTo(1);
    assertThat(progress.removed()).isZero();
    assertThat(old.keys()).containsExactly("a", "dq_bucket_1");
  }

  @Test
  void import_ofMany_takesThemAllPageByPage() {
    for (int i = 0; i < 1_050; i++) {
      waiting("t" + i % 3, "a" + i, nowSeconds() + 5);
      old.job("ready", "r" + i, 1, 60, "r").ready("ready", "r" + i);
      if (i % 10 == 0) {
        old.ready("ready", "nothing" + i);
      }
    }

    Progress progress = take(plan());

    assertThat(progress.total()).isEqualTo(2_205);
    assertThat(progress.stored()).isEqualTo(2_100);
    assertThat(progress.removed()).isEqualTo(2_100);
    assertThat(progress.skipped()).isEqualTo(Map.of(Skip.NO_CONTENT, 105L));
    assertThat(progress.problems()).hasSize(Progress.MAX_PROBLEMS);
    assertThat(engine.stats(Topic.of("ready")).join().counts().get(State.READY)).isEqualTo(1_050);
    assertThat(old.keys()).containsExactly("dq_queue_ready");
  }

  @Test
  void import_withOtherNames_findsThem() {
    old.job("t", "a", nowSeconds() + 5, 60, "x");
    old.commands().zadd(OldRedis.bytes("my[b]7*"), (double) nowSeconds() + 5, OldRedis.bytes("a"));
    old.job("t", "b", 1, 60, "x");
    old.commands().rpush(OldRedis.bytes("t?q"), OldRedis.bytes("b"));

    assertThat(take(plan().bucketName("my[b]%d*").queueName("%s?q")).stored()).isEqualTo(2);
  }

  @Test
  void import_fromNowhere_saysWhatToCheck() {
    int port = io.bide.testing.redis.RedisProcess.freePort();
    Progress progress =
        run(ImportPlan.of(ImportPlan.From.OUQIANG, "redis://me:secret@127.0.0.1:" + port + "/1"));

    assertThat(progress.state()).isEqualTo(Progress.State.FAILED);
    assertThat(progress.error())
        .startsWith("cannot reach redis://***@127.0.0.1:" + port + "/1 from the server")
        .doesNotContain("secret");
    assertThat(run(ImportPlan.of(ImportPlan.From.OUQIANG, "http://x")).error())
        .startsWith("redis cannot be read");
  }

  @Test
  void import_thatIsStopped_endsAfterItsPage() {
    for (int i = 0; i < 300; i++) {
      old.job("t", "r" + i, 1, 60, "r").ready("t", "r" + i);
    }
    Import[] one = new Import[1];
    Sink stopping = jobs -> {
      one[0].stop();
      return ouqiang.store(engine, jobs);
    };
    one[0] = new Import(plan(), stopping, 1_000, engine.records(), clock);
    one[0].run();

    assertThat(one[0].progress().state()).isEqualTo(Progress.State.STOPPED);
    assertThat(one[0].progress().stored()).isEqualTo(Import.PAGE);
    assertThat(take(plan()).stored()).isEqualTo(200);
  }

  @Test
  void store_answersInTheOrderOfTheJobs() {
    ouqiang.store(engine, List.of(Put.to("u").id("b").build())).join();

    List<PutResult> results = ouqiang
        .store(
            engine,
            List.of(
                Put.to("t").id("a").build(),
                Put.to("t").id("b").build(),
                Put.to("t").id("c").body("x".repeat(300_000)).build()))
        .join();

    assertThat(results.get(0)).isInstanceOf(PutResult.Stored.class);
    assertThat(results.get(1)).isInstanceOf(PutResult.Duplicate.class);
    assertThat(results.get(2)).isInstanceOf(PutResult.Failed.class);
    assertThat(records()).containsExactly("ouqiang/a=t", "ouqiang/b=u");
  }
}
