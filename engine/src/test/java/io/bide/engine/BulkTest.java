package io.bide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Redrive and purge in pieces, when a piece fails or says something unusual. */
class BulkTest {
  private static final Topic ORDERS = Topic.of("orders");
  private final BideException away = new BideException(ErrorCode.UNAVAILABLE, "away");

  private final Pieces store = new Pieces();
  private final Bulk bulk = new Bulk(store, new Telling(new EventHub(), new ManualClock()));

  @Test
  void redrive_carriesPlaceAndTimeFromPieceToPiece() {
    store.redrives.add(done(1_000, "c1"));
    store.redrives.add(done(400, "c2"));
    store.redrives.add(done(600, null));

    RedriveResult result = bulk.redrive(
            Redrive.all(ORDERS).starting(Duration.ofSeconds(1)).spaced(Duration.ofMillis(2)))
        .join();

    assertThat(result.redriven()).isEqualTo(2_000);
    assertThat(store.asked).extracting(Redrive::cursor).containsExactly(null, "c1", "c2");
    assertThat(store.asked).extracting(Redrive::limit).containsOnly(Bulk.PIECE);
    assertThat(store.asked)
        .extracting(Redrive::start)
        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofMillis(3_800));
  }

  @Test
  void redrive_thatFailsInTheMiddle_answersWhatItDidAndWhereToGoOn() {
    store.redrives.add(done(1_000, "c1"));
    store.redrives.add(CompletableFuture.failedFuture(away));

    RedriveResult result = bulk.redrive(Redrive.all(ORDERS)).join();

    assertThat(result).isEqualTo(new RedriveResult(1_000, List.of(), "c1"));
  }

  @Test
  void redrive_thatFailsAtOnce_fails() {
    store.redrives.add(CompletableFuture.failedFuture(away));

    assertThatThrownBy(() -> bulk.redrive(Redrive.all(ORDERS)).join()).hasCause(away);
  }

  @Test
  void redrive_ofConflictsOnly_stopsSomewhere() {
    List<String> conflicts = Collections.nCopies(Bulk.PIECE, "x");
    for (int i = 0; i < 20; i++) {
      store.redrives.add(
          CompletableFuture.completedFuture(new RedriveResult(0, conflicts, "c" + i)));
    }

    RedriveResult result = bulk.redrive(Redrive.all(ORDERS)).join();

    assertThat(result.conflicts()).hasSize(Bulk.MAX_CONFLICTS);
    assertThat(result.cursor()).isEqualTo("c9");
  }

  @Test
  void redrive_ofVeryManyPieces_doesNotOverflowTheStack() {
    for (int i = 0; i < 50_000; i++) {
      store.redrives.add(done(1, "c" + i));
    }
    store.redrives.add(done(1, null));

    assertThat(bulk.redrive(Redrive.all(ORDERS)).join().redriven()).isEqualTo(50_001);
  }

  @Test
  void purge_thatFailsInTheMiddle_saysThatSomethingHappened() {
    store.purges.add(CompletableFuture.completedFuture(Bulk.PIECE));
    store.purges.add(CompletableFuture.failedFuture(away));

    assertThatThrownBy(() -> bulk.purge(ORDERS, State.DEAD).join())
        .cause()
        .isInstanceOfSatisfying(
            BideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN))
        .hasMessageContaining("1000");
  }

  @Test
  void purge_goesOnWhenPiecesAreAnsweredLater() {
    CompletableFuture<Integer> first = new CompletableFuture<>();
    CompletableFuture<Integer> second = new CompletableFuture<>();
    store.purges.addAll(List.of(first, second));
    CompletableFuture<Long> answer = bulk.purge(ORDERS, State.DEAD);

    first.complete(Bulk.PIECE);
    assertThat(answer).isNotDone();
    second.complete(3);

    assertThat(answer.join()).isEqualTo(Bulk.PIECE + 3L);
  }

  private static CompletableFuture<RedriveResult> done(int redriven, String cursor) {
    return CompletableFuture.completedFuture(new RedriveResult(redriven, List.of(), cursor));
  }

  /** Answers as it is told. */
  private static final class Pieces extends ForwardingStore {
    private final Queue<CompletableFuture<RedriveResult>> redrives = new ArrayDeque<>();
    private final Queue<CompletableFuture<Integer>> purges = new ArrayDeque<>();
    private final List<Redrive> asked = new ArrayList<>();

    private Pieces() {
      super(new MemoryStore(new ManualClock()));
    }

    @Override
    public CompletableFuture<RedriveResult> redrive(Redrive redrive) {
      asked.add(redrive);
      return redrives.remove();
    }

    @Override
    public CompletableFuture<Integer> purge(Topic topic, State ended, int limit) {
      return purges.remove();
    }
  }
}
