package io.bide.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.Claim;
import io.bide.DelayQueue;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.Redrive;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.WhenLeased;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GuardedQueueTest {
  private static final Topic MINE = Topic.of("shop", "mail.out");
  private static final Topic OTHER_NAME = Topic.of("shop", "orders");
  private static final Topic OTHER_NAMESPACE = Topic.of("mail.out");

  /** Every verb about a topic, and what it needs. */
  private enum Verb {
    PUT("put", Action.PUT, (q, t) -> q.put(put(t)).thenApply(PutResult::requireStored)),
    CANCEL("cancel", Action.PUT, (q, t) -> q.cancel(t, "m", WhenLeased.REFUSE)),
    RESCHEDULE("reschedule", Action.PUT, (q, t) -> q.reschedule(t, "m", Due.now())),
    CLAIM("claim", Action.CLAIM, (q, t) -> q.claim(Claim.from(t))),
    SETTLE("settle", Action.CLAIM, (q, t) -> q.ack(receipt(t)).thenApply(GuardedQueueTest::value)),
    ERASE("erase", Action.OPERATE, (q, t) -> q.erase(t, "m")),
    BROWSE("browse", Action.OPERATE, (q, t) -> q.browse(Browse.of(t, State.WAITING))),
    STATS("stats", Action.OPERATE, DelayQueue::stats),
    SETTINGS("settings", Action.OPERATE, DelayQueue::settings),
    CONFIGURE("configure", Action.OPERATE, (q, t) -> q.configure(t, TopicSettings.DEFAULT)),
    PAUSE("pause", Action.OPERATE, DelayQueue::pause),
    RESUME("resume", Action.OPERATE, DelayQueue::resume),
    PURGE("purge", Action.OPERATE, (q, t) -> q.purge(t)),
    PURGE_ENDED("purge", Action.OPERATE, (q, t) -> q.purge(t, State.DEAD)),
    REDRIVE("redrive", Action.OPERATE, (q, t) -> q.redrive(Redrive.all(t)));

    private final String method;
    private final Action needed;

    @SuppressWarnings("ImmutableEnumChecker") // it holds no state
    private final BiFunction<DelayQueue, Topic, CompletableFuture<?>> call;

    Verb(String method, Action needed, BiFunction<DelayQueue, Topic, CompletableFuture<?>> call) {
      this.method = method;
      this.needed = needed;
      this.call = call;
    }
  }

  private Engine engine;

  @BeforeEach
  void setUp() {
    ManualClock clock = new ManualClock();
    engine = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
  }

  @AfterEach
  void tearDown() {
    engine.close();
  }

  @ParameterizedTest
  @EnumSource
  void verb_withItsActionOnATopicOfTheScope_goesThrough(Verb verb) {
    assertThat(verb.call.apply(queue(verb.needed), MINE)).succeedsWithin(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @EnumSource
  void verb_withAllOtherActions_isForbidden(Verb verb) {
    Action[] others = Arrays.stream(Action.values())
        .filter(action -> action != verb.needed)
        .toArray(Action[]::new);

    assertForbidden(verb.call.apply(queue(others), MINE));
  }

  @ParameterizedTest
  @EnumSource
  void verb_onATopicOutsideTheScope_isForbidden(Verb verb) {
    assertForbidden(verb.call.apply(queue(Action.values()), OTHER_NAME));
    assertForbidden(verb.call.apply(queue(Action.values()), OTHER_NAMESPACE));
  }

  @Test
  void verbs_ofTheQueue_areAllTriedHere() {
    Set<String> tried =
        Arrays.stream(Verb.values()).map(verb -> verb.method).collect(Collectors.toSet());
    tried.addAll(Set.of("peek", "topics", "unclaim", "close"));

    assertThat(Arrays.stream(DelayQueue.class.getMethods())
            .filter(method -> Modifier.isAbstract(method.getModifiers()))
            .map(method -> method.getName()))
        .allSatisfy(name -> assertThat(tried).contains(name));
  }

  @ParameterizedTest
  @EnumSource
  void peek_withAnyActionOnTheTopic_goesThrough(Action action) {
    assertThat(Await.value(queue(action).peek(MINE, "m"))).isEmpty();
    assertForbidden(queue(action).peek(OTHER_NAME, "m"));
  }

  @Test
  void put_ofABatch_failsOnlyWhatIsNotAllowed() {
    List<PutResult> results = Await.value(
        queue(Action.PUT).put(List.of(put(OTHER_NAME), put(MINE), put(OTHER_NAMESPACE))));

    assertThat(results.get(1).requireStored().topic()).isEqualTo(MINE);
    assertThat(List.of(results.get(0), results.get(2)))
        .allSatisfy(result ->
            assertThat(((PutResult.Failed) result).error().code()).isEqualTo(ErrorCode.FORBIDDEN));
    assertThat(Await.value(engine.peek(OTHER_NAME, "m"))).isEmpty();
  }

  @Test
  void settle_ofABatch_failsOnlyReceiptsOfOtherTopics() {
    for (Topic topic : List.of(MINE, OTHER_NAME)) {
      Await.value(engine.put(put(topic)));
    }
    var mine = Await.value(engine.claim(Claim.from(MINE))).deliveries().get(0);
    var other = Await.value(engine.claim(Claim.from(OTHER_NAME))).deliveries().get(0);

    List<SettleResult> results = Await.value(
        queue(Action.CLAIM).ack(List.of(other.requireReceipt(), mine.requireReceipt())));

    assertThat(results.get(0).error()).hasMessageContaining("may not claim topic shop/orders");
    assertThat(results.get(1).ok()).isTrue();
    assertThat(Await.value(engine.ack(other.requireReceipt())).ok()).isTrue();
  }

  @Test
  void claim_ofSeveralTopics_isForbiddenIfOneIs() {
    assertForbidden(queue(Action.CLAIM).claim(Claim.from(MINE, OTHER_NAME)));
  }

  @Test
  void unclaim_ofWhatWasClaimed_givesItBack() {
    Await.value(engine.put(put(MINE)));
    DelayQueue queue = queue(Action.CLAIM);
    var claimed = Await.value(queue.claim(Claim.from(MINE)));

    Await.value(queue.unclaim(claimed.deliveries()));

    assertThat(Await.value(queue.claim(Claim.from(MINE))).deliveries()).hasSize(1);
    assertForbidden(queue(Action.PUT).unclaim(claimed.deliveries()));
  }

  @Test
  void topics_showsOnlyThoseOfTheScope() {
    for (Topic topic : List.of(MINE, OTHER_NAME, OTHER_NAMESPACE)) {
      Await.value(engine.put(put(topic)));
    }

    assertThat(Await.value(queue(Action.OPERATE).topics(null, 10)).items()).containsExactly(MINE);
    assertForbidden(queue(Action.PUT, Action.CLAIM).topics(null, 10));
  }

  @Test
  void close_byACaller_isRefused() {
    assertThatThrownBy(() -> queue(Action.values()).close())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(Await.value(engine.peek(MINE, "m"))).isEmpty();
  }

  private DelayQueue queue(Action... actions) {
    Scope scope = new Scope("shop", "mail.", Set.of(actions));
    return new GuardedQueue(engine, ApiKey.of("k", "secret", scope));
  }

  private static void assertForbidden(CompletableFuture<?> future) {
    assertThatThrownBy(() -> Await.value(future))
        .isInstanceOfSatisfying(
            BideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN));
  }

  private static Put put(Topic topic) {
    return Put.to(topic).id("m").body("x").build();
  }

  private static Receipt receipt(Topic topic) {
    return new Receipt(topic, 0, "m", 1);
  }

  private static SettleResult value(SettleResult result) {
    if (result.error() != null) {
      throw result.error();
    }
    return result;
  }
}
