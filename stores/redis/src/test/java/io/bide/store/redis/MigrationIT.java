package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.ErrorCode;
import io.bide.store.Store;
import io.bide.testing.redis.Admin;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A slot moves to another master while its topic is in use. */
@Tag("full")
class MigrationIT {
  @RegisterExtension
  static final Servers SERVERS = Servers.cluster();

  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicInteger stored = new AtomicInteger();
  private final Queue<String> acked = new ConcurrentLinkedQueue<>();
  private final Queue<ErrorCode> failures = new ConcurrentLinkedQueue<>();

  @Test
  void slot_thatMovesUnderLoad_losesAndDoublesNothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Store store = RedisStore.open(RedisConfig.at(SERVERS.url()))) {
      Future<?> puts = threads.submit(() -> putUntilStopped(store));
      Future<?> claims = threads.submit(() -> claimUntilStopped(store));
      Servers.until("there is something to move", () -> acked.size() > 50);
      String slot = Admin.ask(SERVERS.port(0), "CLUSTER", "KEYSLOT", "bide:{default:orders:0}:due");
      int from = ownerOf(slot);
      int to = (from + 1) % 3;
      move(slot, from, to);
      move(slot, to, from);
      int before = acked.size();
      Servers.until("it goes on", () -> acked.size() > before + 50);
      stop.set(true);
      puts.get(20, TimeUnit.SECONDS);
      claims.get(20, TimeUnit.SECONDS);
      drain(store);
    } finally {
      threads.shutdownNow();
    }
    assertThat(failures).isEmpty();
    assertThat(acked).hasSize(stored.get()).doesNotHaveDuplicates();
  }

  private void putUntilStopped(Store store) {
    for (int i = 0; !stop.get(); i++) {
      note(Use.failureOfPut(store, "m" + i));
      stored.incrementAndGet();
    }
  }

  private void note(ErrorCode failure) {
    if (failure != null) {
      failures.add(failure);
    }
  }

  private void claimUntilStopped(Store store) {
    while (!stop.get()) {
      drainOnce(store);
    }
  }

  private boolean drainOnce(Store store) {
    List<Delivery> claimed = Use.claim(store, 10);
    for (Delivery delivery : claimed) {
      assertThat(Use.ack(store, delivery).ok()).isTrue();
      acked.add(delivery.message().id());
    }
    return !claimed.isEmpty();
  }

  private void drain(Store store) {
    while (drainOnce(store)) {
      // Until nothing is left.
    }
  }

  private static int ownerOf(String slot) {
    int wanted = Integer.parseInt(slot);
    return wanted * 3 / 16_384;
  }

  private static void move(String slot, int from, int to) {
    String source = Admin.ask(SERVERS.port(from), "CLUSTER", "MYID");
    String target = Admin.ask(SERVERS.port(to), "CLUSTER", "MYID");
    Admin.ask(SERVERS.port(to), "CLUSTER", "SETSLOT", slot, "IMPORTING", source);
    Admin.ask(SERVERS.port(from), "CLUSTER", "SETSLOT", slot, "MIGRATING", target);
    try (Admin admin = new Admin(SERVERS.port(from))) {
      for (List<?> keys = keys(admin, slot); !keys.isEmpty(); keys = keys(admin, slot)) {
        // One key at a time: in between scripts find their keys on two servers.
        admin.ask(
            "MIGRATE",
            "127.0.0.1",
            Integer.toString(SERVERS.port(to)),
            (String) keys.get(0),
            "0",
            "5000");
      }
    }
    for (int i : new int[] {to, from, 3 - to - from}) {
      Admin.ask(SERVERS.port(i), "CLUSTER", "SETSLOT", slot, "NODE", target);
    }
  }

  private static List<?> keys(Admin admin, String slot) {
    return (List<?>) admin.ask("CLUSTER", "GETKEYSINSLOT", slot, "1");
  }
}
