package io.bide.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bide.BideException;
import io.bide.Body;
import io.bide.Claim;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad input: one clear error that names the field and the limit, and nothing half done. */
interface QueueLimits extends QueueBench {
  int MAX_BODY = 256 * 1_024;

  /** What fails before it reaches a queue: field, code, what the text says, how it is made. */
  static Stream<Arguments> malformed() {
    String tooLong = "x".repeat(256);
    return Stream.of(
        malformed("topic", ErrorCode.INVALID, "255", () -> Topic.of("")),
        malformed("topic", ErrorCode.TOO_LARGE, "255", () -> Topic.of(tooLong)),
        malformed("topic", ErrorCode.TOO_LARGE, "255", () -> Topic.of("ü".repeat(128))),
        malformed("topic", ErrorCode.INVALID, "control", () -> Topic.of("a\nb")),
        malformed("topic", ErrorCode.INVALID, "!", () -> Topic.of("a!b")),
        malformed("namespace", ErrorCode.INVALID, "255", () -> Topic.of("", "t")),
        malformed("id", ErrorCode.INVALID, "255", () -> Put.to("t").id("").build()),
        malformed(
            "id", ErrorCode.TOO_LARGE, "255", () -> Put.to("t").id(tooLong).build()),
        malformed(
            "id", ErrorCode.INVALID, "control", () -> Put.to("t").id("a\u0000").build()),
        malformed("token", ErrorCode.INVALID, "255", () -> Put.to("t").token("").build()),
        malformed(
            "token",
            ErrorCode.TOO_LARGE,
            "255",
            () -> Put.to("t").token(tooLong).build()),
        malformed("contentType", ErrorCode.INVALID, "control", () -> Body.of(new byte[0], "a\r\n")),
        malformed(
            "attributes",
            ErrorCode.INVALID,
            "255",
            () -> Put.to("t").attributes(Map.of("", "v")).build()),
        malformed("delay", ErrorCode.INVALID, "negative", () -> Due.after(Duration.ofMillis(-1))),
        malformed(
            "delay",
            ErrorCode.INVALID,
            "365000",
            () -> Due.after(Duration.ofSeconds(Long.MAX_VALUE))),
        malformed("due", ErrorCode.INVALID, "9999", () -> Due.at(java.time.Instant.MAX)),
        malformed(
            "ttl",
            ErrorCode.INVALID,
            "zero",
            () -> Put.to("t").ttl(Duration.ZERO).build()),
        malformed(
            "lease",
            ErrorCode.INVALID,
            "zero",
            () -> Put.to("t").lease(Duration.ofSeconds(-1)).build()),
        malformed(
            "lease", ErrorCode.INVALID, "zero", () -> Claim.from("t").lease(Duration.ofMillis(-1))),
        malformed(
            "lease",
            ErrorCode.INVALID,
            "zero",
            () -> new Settle.Extend(Target.id(ORDERS, "i", State.LEASED), Duration.ofMillis(-1))),
        malformed(
            "maxAttempts",
            ErrorCode.INVALID,
            "1",
            () -> Put.to("t").maxAttempts(0).build()),
        malformed("max", ErrorCode.INVALID, "1", () -> Claim.from("t").max(0)),
        malformed(
            "wait", ErrorCode.INVALID, "negative", () -> Claim.from("t").waiting(MILLI.negated())),
        malformed("topics", ErrorCode.INVALID, "1", () -> Claim.from()));
  }

  private static Arguments malformed(
      String field, ErrorCode code, String said, Supplier<Object> making) {
    return Arguments.of(field, code, said, making);
  }

  @ParameterizedTest
  @MethodSource("malformed")
  default void malformedInput_namesTheFieldAndTheLimit(
      String field, ErrorCode code, String said, Supplier<Object> making) {
    assertError(catchThrowableOfType(BideException.class, making::get), code, field, said);
  }

  @Test
  default void put_ofABodyAtTheLimit_isStored() {
    put(Put.to(ORDERS).id("o1").body(Body.of(new byte[MAX_BODY])));

    assertThat(claimOne(ORDERS).message().body().size()).isEqualTo(MAX_BODY);
  }

  @Test
  default void put_withOneBodyOverTheLimit_storesTheOthersInTheirOrder() {
    List<PutResult> results = get(queue()
        .put(List.of(
            Put.to(ORDERS).id("good-1").build(),
            Put.to(ORDERS).id("bad").body(Body.of(new byte[MAX_BODY + 1])).build(),
            Put.to(ORDERS).id("good-2").build())));

    assertThat(results.get(0).requireStored().id()).isEqualTo("good-1");
    assertError(errorOf(results.get(1)), ErrorCode.TOO_LARGE, "body", "262144");
    assertThat(results.get(2).requireStored().id()).isEqualTo("good-2");
    assertThat(get(queue().peek(ORDERS, "bad"))).isEmpty();
    assertThat(ids(claim(Claim.from(ORDERS).max(5)))).containsExactly("good-1", "good-2");
  }

  @Test
  default void put_ofBadOnesOnly_answersEach() {
    Put bad = Put.to(ORDERS).body(Body.of(new byte[MAX_BODY + 1])).build();

    assertThat(get(queue().put(List.of(bad, bad))))
        .hasSize(2)
        .allSatisfy(result -> assertError(errorOf(result), ErrorCode.TOO_LARGE, "body", "262144"));
  }

  @Test
  default void put_withTooManyAttributes_isRefused() {
    Map<String, String> many = new HashMap<>();
    IntStream.range(0, 65).forEach(i -> many.put("k" + i, "v"));

    PutResult result = get(queue().put(Put.to(ORDERS).attributes(many).build()));

    assertError(errorOf(result), ErrorCode.TOO_LARGE, "attributes", "64");
  }

  @Test
  default void put_withTooLargeAttributes_isRefused() {
    Map<String, String> large = Map.of("k", "v".repeat(8 * 1_024));

    PutResult result = get(queue().put(Put.to(ORDERS).attributes(large).build()));

    assertError(errorOf(result), ErrorCode.TOO_LARGE, "attributes", "8192");
  }

  @Test
  default void put_withHalfACharacterInAnAttribute_isRefused() {
    PutResult result =
        get(queue().put(Put.to(ORDERS).attributes(Map.of("k", "a\ud800")).build()));

    assertError(errorOf(result), ErrorCode.INVALID, "attributes", "k");
  }

  @Test
  default void put_intoATopicOfDeathNotices_isRefused() {
    PutResult result = get(queue().put(Put.to(ORDERS.deathNotices()).build()));

    assertError(errorOf(result), ErrorCode.INVALID, "topic", "orders!dead");
  }

  @Test
  default void put_ofABatchOverTheLimit_storesNothing() {
    List<Put> batch = IntStream.range(0, 1_001)
        .mapToObj(i -> Put.to(ORDERS).id("o" + i).build())
        .toList();

    assertError(failure(queue().put(batch)), ErrorCode.TOO_LARGE, "puts", "1000");
    assertNothingDue(ORDERS);
    assertThat(get(queue().put(batch.subList(0, 1_000)))).hasSize(1_000);
  }

  @Test
  default void settle_ofABatchOverTheLimit_settlesNothing() {
    put(ORDERS, "o0");
    List<Target> batch = IntStream.range(0, 1_001)
        .<Target>mapToObj(i -> Target.id(ORDERS, "o" + i, State.READY))
        .toList();

    assertError(failure(queue().ack(batch)), ErrorCode.TOO_LARGE, "settles", "1000");
    claimOne(ORDERS);
  }

  @Test
  default void claim_ofTooMany_isRefused() {
    assertError(
        failure(queue().claim(Claim.from(ORDERS).max(1_001))), ErrorCode.TOO_LARGE, "max", "1000");
  }

  @Test
  default void claim_ofTooManyTopics_isRefused() {
    Topic[] topics = IntStream.range(0, 101).mapToObj(i -> Topic.of("t" + i)).toArray(Topic[]::new);

    assertError(failure(queue().claim(Claim.from(topics))), ErrorCode.TOO_LARGE, "topics", "100");
  }

  @Test
  default void claim_thatWaitsTooLong_isRefused() {
    Claim claim = Claim.from(ORDERS).waiting(Duration.ofMinutes(3).plus(MILLI));

    assertError(failure(queue().claim(claim)), ErrorCode.TOO_LARGE, "wait", "PT3M");
  }

  @Test
  default void lookingUpABadId_namesTheField() {
    for (String id : List.of("", "a\nb", "x".repeat(513))) {
      assertBadId(queue().peek(ORDERS, id));
      assertBadId(queue().erase(ORDERS, id));
      assertBadId(queue().cancel(ORDERS, id));
      assertBadId(queue().reschedule(ORDERS, id, Due.now()));
    }
  }

  @Test
  default void topics_withABadLimit_isRefused() {
    assertError(failure(queue().topics(null, 0)), ErrorCode.INVALID, "limit", "1000");
    assertError(failure(queue().topics(null, 1_001)), ErrorCode.INVALID, "limit", "1000");
  }

  private void assertBadId(CompletableFuture<?> answer) {
    assertThat(failure(answer).field()).isEqualTo("id");
  }

  private static BideException errorOf(PutResult result) {
    assertThat(result).isInstanceOf(PutResult.Failed.class);
    return ((PutResult.Failed) result).error();
  }

  private static void assertError(BideException error, ErrorCode code, String field, String said) {
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.field()).isEqualTo(field);
    assertThat(error).hasMessageStartingWith(field).hasMessageContaining(said);
  }
}
