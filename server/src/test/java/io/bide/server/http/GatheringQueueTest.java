package io.bide.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatheringQueueTest {
  private static final int MAX_BATCH = 10;

  private final ManualClock clock = new ManualClock();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final Engine engine = Engine.start(
      told(new MemoryStore(clock)),
      EngineConfig.builder().maxBatch(MAX_BATCH).build(),
      clock,
      clock);
  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final GatheringQueue queue = new GatheringQueue(engine, MAX_BATCH);

  @AfterEach
  void close() {
    engine.close();
    vertx.close().await();
  }

  @Test
  void puts_madeInOneTurnOfALoop_areOneCallWithAnAnswerForEach() {
    List<CompletableFuture<List<PutResult>>> answers =
        inOneTurn(8, i -> queue.put(List.of(put(i))));

    assertThat(calls).containsExactly("put 8");
    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).join()).extracting(PutResult::requireStored).hasSize(1);
      assertThat(answers.get(i).join().get(0).requireStored().id()).isEqualTo("m" + i);
    }
  }

  @Test
  void puts_moreThanTheQueueTakes_areSeveralCalls() {
    List<CompletableFuture<List<PutResult>>> answers =
        inOneTurn(25, i -> queue.put(List.of(put(i))));

    assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).hasSize(1));
    assertThat(calls).containsExactly("put 10", "put 10", "put 5");
  }

  @Test
  void batches_areNotTornApart() {
    List<CompletableFuture<List<PutResult>>> answers =
        inOneTurn(3, i -> queue.put(List.of(put(3 * i), put(3 * i + 1), put(3 * i + 2), put(-1))));

    assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).hasSize(4));
    assertThat(calls).containsExactly("put 8", "put 4");
  }

  @Test
  void settles_madeInOneTurnOfALoop_areOneCall() {
    engine.put(IntStream.range(0, 5).mapToObj(GatheringQueueTest::put).toList()).join();
    List<Delivery> claimed = engine.claim(Claim.from("t").max(5)).join().deliveries();
    calls.clear();

    List<CompletableFuture<List<SettleResult>>> answers =
        inOneTurn(5, i -> queue.settle(List.of(new Settle.Ack(claimed.get(i).requireReceipt()))));

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.join().get(0).ok()).isTrue());
    assertThat(calls).containsExactly("settle 5");
  }

  @Test
  void failure_ofACall_goesToEverybodyInIt() {
    engine.close();

    List<CompletableFuture<List<PutResult>>> answers =
        inOneTurn(3, i -> queue.put(List.of(put(i))));

    assertThat(answers)
        .allSatisfy(
            answer -> assertThatThrownBy(answer::join).hasCauseInstanceOf(BideException.class));
  }

  @Test
  void calls_fromOtherThreads_passAsTheyAre() {
    queue.put(List.of(put(1))).join();
    queue.put(List.of(put(2))).join();

    assertThat(calls).containsExactly("put 1", "put 1");
  }

  private static Put put(int number) {
    return Put.to("t").id("m" + number).build();
  }

  private <T> List<T> inOneTurn(int times, IntFunction<T> call) {
    CompletableFuture<List<T>> made = new CompletableFuture<>();
    Supplier<List<T>> all = () -> IntStream.range(0, times).mapToObj(call).toList();
    loop.runOnContext(v -> made.complete(all.get()));
    List<T> answers = made.join();
    CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .exceptionally(failure -> null)
        .join();
    return answers;
  }

  /** Writes down the calls that reach the store, and how much they bring. */
  private Store told(Store store) {
    return (Store) Proxy.newProxyInstance(
        Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
          if (method.getName().equals("put") || method.getName().equals("settle")) {
            calls.add(method.getName() + " " + ((List<?>) arguments[0]).size());
          }
          try {
            return method.invoke(store, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }
}
