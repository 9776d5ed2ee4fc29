package io.bide.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.Due;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.State;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.testing.Await;
import io.bide.testing.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many threads at once: nothing is lost, nothing is leased twice. */
abstract class ConcurrencyCases extends Cases {
  private static final int THREADS = 8;
  private static final int EACH = 100;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  ConcurrencyCases(Supplier<StoreFixture> fixtures) {
    super(fixtures);
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** Runs the work on all threads at once. */
  private void atOnce(Callable<Void> work) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      all.add(threads.submit(() -> {
        start.await();
        return work.call();
      }));
    }
    start.countDown();
    for (Future<Void> one : all) {
      one.get(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void putClaimAndAck_byManyThreads_handOutEachMessageOnce() throws Exception {
    AtomicInteger number = new AtomicInteger();
    AtomicInteger acked = new AtomicInteger();
    Queue<String> handedOut = new ConcurrentLinkedQueue<>();

    atOnce(() -> {
      for (int i = 0; i < EACH; i++) {
        put(message("m" + number.incrementAndGet()));
        for (Delivery delivery : claim(2)) {
          handedOut.add(delivery.message().id());
          assertThat(ack(delivery).ok()).isTrue();
          acked.incrementAndGet();
        }
      }
      return null;
    });
    for (List<Delivery> rest = claim(ALL); !rest.isEmpty(); rest = claim(ALL)) {
      handedOut.addAll(ids(rest));
    }

    assertThat(handedOut).hasSize(THREADS * EACH).doesNotHaveDuplicates();
    assertThat(stats().count(State.DONE)).isEqualTo(acked.get());
    assertThat(stats().count(State.LEASED)).isEqualTo((long) THREADS * EACH - acked.get());
  }

  @Test
  void put_ofOneIdByManyThreads_isStoredOnce() throws Exception {
    AtomicInteger stored = new AtomicInteger();

    atOnce(() -> {
      if (tryPut(message()) instanceof PutResult.Stored) {
        stored.incrementAndGet();
      }
      return null;
    });

    assertThat(stored).hasValue(1);
  }

  @Test
  void merge_byManyThreads_losesNoItem() throws Exception {
    AtomicInteger number = new AtomicInteger();
    Set<String> acked = ConcurrentHashMap.newKeySet();

    atOnce(() -> {
      for (int i = 0; i < EACH; i++) {
        put(item("i" + number.incrementAndGet()));
        for (Delivery delivery : claim(items(5))) {
          assertThat(ack(delivery).ok()).isTrue();
          acked.addAll(texts(delivery));
        }
      }
      return null;
    });
    for (List<Delivery> rest = claim(1); !rest.isEmpty(); rest = claim(1)) {
      rest.forEach(delivery -> acked.addAll(texts(delivery)));
      ack(only(rest));
    }

    assertThat(acked).hasSize(THREADS * EACH);
  }

  @Test
  void ack_ofOneReceiptByManyThreads_succeedsOnce() throws Exception {
    put(message());
    Delivery delivery = claim();
    AtomicInteger succeeded = new AtomicInteger();

    atOnce(() -> {
      if (ack(delivery).ok()) {
        succeeded.incrementAndGet();
      }
      return null;
    });

    assertThat(succeeded).hasValue(1);
  }

  @Test
  void releaseByManyThreads_countsEveryAttempt() throws Exception {
    put(message().maxAttempts(Put.UNLIMITED));
    AtomicInteger claims = new AtomicInteger();

    atOnce(() -> {
      for (int i = 0; i < EACH; i++) {
        for (Delivery delivery : claim(1)) {
          claims.incrementAndGet();
          release(delivery, Due.now());
        }
      }
      return null;
    });

    assertThat(peek().attempts()).isEqualTo(claims.get());
  }

  @Test
  void callsThatAreNotAwaited_happenInTheirOrder() {
    // A claim of a topic asks partitions one after the other; one by id has its place among the
    // other calls.
    ClaimRequest request = fixture.partitions() == 1 ? upTo(1) : onlyId(ID);
    var put = store.put(List.of(message().build()));
    var claim = store.claim(TOPIC, List.of(request), NO_BYTE_LIMIT);
    var ack = store.settle(List.of(new Settle.Ack(byId(State.LEASED))));

    assertThat(Await.value(put)).hasSize(1);
    ClaimReply reply = Await.value(claim);
    assertThat(reply.grants().get(0).deliveries()).hasSize(1);
    assertThat(Await.value(ack).get(0).ok()).isTrue();
  }
}
