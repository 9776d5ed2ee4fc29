package io.bide.dialect.ouqiang;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.dialect.FakeCall;
import io.bide.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Stops requests after each of their steps: whatever comes next finds the job once, and once only. */
@Timeout(240)
class StepsTest {
  private static final String ALL = "t,u,v";
  private static final int MOST_STEPS = 40;

  /** A request, by its route and what is sent. */
  private record Request(String path, String json) {
    static Request push(String topic) {
      return new Request("/push", Fixture.job(topic, "a", 10, topic));
    }

    static Request end(String path) {
      return new Request(path, "{\"id\":\"a\"}");
    }

    /** Sends it through a dialect that ends after some steps; whether it did. */
    boolean cutShort(World world, Faults faults) {
      OuqiangDialect dying = world.dialect(faults.of(world.engine.records()));
      var unused = new FakeCall(
              dying, faults.of(world.engine), json.getBytes(StandardCharsets.UTF_8))
          .send(path);
      return faults.happened();
    }

    void send(World world) {
      assertThat(world.ask(path, json)).startsWith("{\"code\":0,");
    }

    boolean isPush() {
      return path.equals("/push");
    }

    @Override
    public String toString() {
      return path + " " + json;
    }
  }

  /** A queue of its own for each try. */
  private static final class World extends Fixture implements AutoCloseable {
    @Override
    public void close() {
      super.close();
    }

    /** All that is handed out before any of it comes again. */
    List<String> popAll() {
      List<String> all = new ArrayList<>();
      for (String next = popNow(); !next.equals(DONE); next = popNow()) {
        all.add(next);
      }
      return all;
    }

    /** The queue is asked without waiting, because waiting would let leases end. */
    private String popNow() {
      var answer = new FakeCall(
              new OuqiangDialect(engine.records(), Duration.ZERO, clock),
              engine,
              ("{\"topic\":\"" + ALL + "\"}").getBytes(StandardCharsets.UTF_8))
          .send("/pop");
      return Await.value(answer).body();
    }
  }

  private static final List<Request> CHANGES =
      List.of(Request.push("t"), Request.push("u"), Request.end("/finish"), Request.end("/delete"));

  static Stream<Arguments> cuts() {
    return Stream.of(List.<Request>of(), List.of(Request.push("t")), List.of(Request.push("u")))
        .flatMap(before -> CHANGES.stream()
            .flatMap(cut ->
                Stream.of(Faults.Last.values()).map(last -> Arguments.of(before, cut, last))));
  }

  /** Does something with each world that a change leaves which is cut short after each of its steps. */
  private static void forEachCut(
      List<Request> before, Request cut, Faults.Last last, Consumer<World> check) {
    boolean cutShort = true;
    for (int steps = 0; cutShort; steps++) {
      assertThat(steps).isLessThan(MOST_STEPS);
      try (World world = new World()) {
        before.forEach(request -> request.send(world));
        cutShort = cut.cutShort(world, new Faults(steps, last));
        check.accept(world);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aChangeCutShort_leavesAtMostOneJobAndLosesNone(
      List<Request> before, Request cut, Faults.Last last) {
    forEachCut(before, cut, last, world -> {
      String shown = world.get("a");
      world.advance(10);
      List<String> popped = world.popAll();

      assertThat(popped).hasSize(shown.equals(Fixture.DONE) ? 0 : 1);
      if (cut.isPush() && !before.isEmpty()) {
        assertThat(popped).as("it was there, and must still be").hasSize(1);
      }
      assertThat(world.ask("/finish", "{\"id\":\"a\"}")).isEqualTo(Fixture.DONE);
      world.advance(100);
      assertThat(world.popAll()).isEmpty();
      assertThat(world.get("a")).isEqualTo(Fixture.DONE);
      assertThat(world.engine.records().list("", null, 10).join().items()).isEmpty();
    });
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aChangeCutShort_canBeFollowedByAPush(List<Request> before, Request cut, Faults.Last last) {
    for (String topic : List.of("t", "u", "v")) {
      forEachCut(before, cut, last, world -> {
        Request.push(topic).send(world);
        assertThat(world.get("a")).contains("\"topic\":\"" + topic + "\"");
        world.advance(10);
        assertThat(world.popAll()).containsExactly(Fixture.popped("a", topic));
        assertThat(world.get("a")).contains("\"topic\":\"" + topic + "\"");
      });
    }
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aChangeCutShort_canBeFollowedByAnEnd(List<Request> before, Request cut, Faults.Last last) {
    for (String path : List.of("/finish", "/delete")) {
      forEachCut(before, cut, last, world -> {
        Request.end(path).send(world);
        assertThat(world.get("a")).isEqualTo(Fixture.DONE);
        world.advance(10);
        assertThat(world.popAll()).isEmpty();
        assertThat(world.engine.records().list("", null, 10).join().items()).isEmpty();
      });
    }
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aChangeCutShort_afterAnotherOne_leavesAtMostOneJob(
      List<Request> before, Request cut, Faults.Last last) {
    for (Request next : List.of(Request.push("v"), Request.push("t"), Request.end("/finish"))) {
      for (int steps = 0; steps < 9; steps++) {
        Faults.Last nextLast = steps % 2 == 0 ? Faults.Last.LOST : Faults.Last.UNANSWERED;
        int stepsOfNext = steps;
        forEachCut(before, cut, last, world -> {
          next.cutShort(world, new Faults(stepsOfNext, nextLast));
          String shown = world.get("a");
          world.advance(10);
          assertThat(world.popAll()).hasSize(shown.equals(Fixture.DONE) ? 0 : 1);
        });
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ends")
  void aPopCutShort_losesNothing(Faults.Last last) {
    forEachCut(List.of(Request.push("t")), Request.push("u"), last, world -> {
      world.advance(10);
      for (int steps = 0; steps < 6; steps++) {
        Request pop = new Request("/pop", "{\"topic\":\"" + ALL + "\"}");
        pop.cutShort(world, new Faults(steps, last));
        world.advance(60);
      }
      assertThat(world.popAll()).hasSize(1);
    });
  }

  static Stream<Faults.Last> ends() {
    return Stream.of(Faults.Last.values());
  }
}
