package io.bide.dialect.ouqiang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final Turns turns = new Turns();

  @Test
  void take_whileAnotherIsAtWork_waitsForItsEnd() {
    CompletableFuture<String> first = new CompletableFuture<>();
    List<String> begun = new ArrayList<>();
    CompletableFuture<String> one = turns.take("a", () -> begin(begun, "1", first));
    CompletableFuture<String> two =
        turns.take("a", () -> begin(begun, "2", CompletableFuture.completedFuture("two")));
    CompletableFuture<String> other =
        turns.take("b", () -> begin(begun, "b", CompletableFuture.completedFuture("b")));

    assertThat(begun).containsExactly("1", "b");
    assertThat(other).isCompleted();
    first.completeExceptionally(new IllegalStateException("failed"));

    assertThat(one).isCompletedExceptionally();
    assertThat(two).isCompletedWithValue("two");
    assertThat(turns.size()).isZero();
  }

  private static CompletableFuture<String> begin(
      List<String> begun, String name, CompletableFuture<String> work) {
    begun.add(name);
    return work;
  }

  @Test
  void take_byManyWhoAreServedAtOnce_needsNoDeepStack() {
    CompletableFuture<String> first = new CompletableFuture<>();
    var unused = turns.take("a", () -> first);
    List<CompletableFuture<Integer>> others = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      int mine = i;
      others.add(turns.take("a", () -> CompletableFuture.completedFuture(mine)));
    }

    first.complete("");

    assertThat(others.get(99_999)).isCompletedWithValue(99_999);
    assertThat(turns.size()).isZero();
  }

  @Test
  void take_ofWorkThatThrows_failsAndGoesOn() {
    assertThat(turns.take("a", () -> {
          throw new IllegalStateException("thrown");
        }))
        .isCompletedExceptionally();
    assertThat(turns.take("a", () -> CompletableFuture.completedFuture(1))).isCompletedWithValue(1);
  }
}
