package io.bide.testing.random;

import io.bide.Message;
import io.bide.State;
import io.bide.Topic;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import io.bide.testing.StoreFixture;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the same steps on the oracle and on a store and compares every answer. */
final class Duel {
  private static final int STEPS_BETWEEN_LOOKS = 40;
  private static final List<Step> LOOK = look();
  /** How long a wake-up may take on its way from the store's threads to the listener. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration LESS_PATIENCE = Duration.ofMillis(300);

  private final ManualClock clock = new ManualClock();
  private final Instant start = clock.instant();
  private final List<Step> run = new ArrayList<>();
  private final Coverage coverage;
  private final Duration patience;
  private final Side oracle;
  private final Side store;

  private Duel(StoreFixture fixture, Coverage coverage, Duration patience) {
    this.coverage = coverage;
    this.patience = patience;
    oracle = new Side(StoreFixture.inMemory(), clock, start);
    store = new Side(fixture, clock, start);
  }

  /** The first difference, if there is one. The fixture is used up. */
  static Optional<Failure> run(List<Step> steps, StoreFixture fixture, Coverage coverage) {
    return run(steps, new Duel(fixture, coverage, PATIENCE));
  }

  /** The same for one of many attempts, most of which fail. */
  static Optional<Failure> runAgain(List<Step> steps, StoreFixture fixture) {
    return run(steps, new Duel(fixture, new Coverage(), LESS_PATIENCE));
  }

  private static Optional<Failure> run(List<Step> steps, Duel duel) {
    Optional<Failure> failure;
    try {
      failure = duel.run(steps);
    } finally {
      duel.oracle.close();
      duel.store.close();
    }
    return failure.or(duel::compareDeaths);
  }

  private Optional<Failure> run(List<Step> steps) {
    for (Step step : steps) {
      run.add(step);
      Optional<Failure> failure = compare(step).or(this::compareWakeUps);
      if (failure.isEmpty() && run.size() % STEPS_BETWEEN_LOOKS == 0) {
        failure = lookAtAll();
      }
      if (failure.isPresent()) {
        return failure;
      }
    }
    return lookAtAll().or(() -> compare(Step.of(Verb.TOPICS)));
  }

  private Optional<Failure> compare(Step step) {
    if (step.verb() == Verb.ADVANCE) {
      clock.advance(Duration.parse(step.get("by")));
    }
    Optional<Message> before = coverage.look(step, oracle);
    String expected = oracle.run(step);
    coverage.note(step, before, expected, oracle);
    String actual = answerOfStore(step);
    if (Side.ASKED_NOTHING.contains(expected)) {
      // The oracle was looked at, which writes down deaths and makes ready what comes after them.
      coverage.look(step, store);
    }
    return failure(step, expected, actual);
  }

  private String answerOfStore(Step step) {
    try {
      return store.run(step);
    } catch (RuntimeException | AssertionError e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      return trace.toString();
    }
  }

  private Optional<Failure> failure(Step step, String expected, String actual) {
    return expected.equals(actual)
        ? Optional.empty()
        : Optional.of(new Failure(List.copyOf(run), step, expected, actual));
  }

  private Optional<Failure> lookAtAll() {
    return LOOK.stream().map(this::compare).flatMap(Optional::stream).findFirst();
  }

  private static List<Step> look() {
    List<Step> look = new ArrayList<>();
    Stream.concat(Names.TOPICS.stream(), Names.NOTICES.stream()).forEach(topic -> {
      look.add(Step.of(Verb.STATS).with("topic", topic));
      look.add(Step.of(Verb.SETTINGS).with("topic", topic));
      for (State state : State.values()) {
        look.add(
            Step.of(Verb.BROWSE).with("topic", topic).with("state", state).with("bodies", true));
      }
    });
    for (String topic : Names.TOPICS) {
      Names.IDS.forEach(id -> look.add(Step.of(Verb.PEEK).with("topic", topic).with("id", id)));
    }
    look.add(Step.of(Verb.LIST).with("prefix", "k"));
    return List.copyOf(look);
  }

  /** A claimer who waits must know of the next message in time, whatever made it ready. */
  private Optional<Failure> compareWakeUps() {
    return Stream.concat(Names.TOPICS.stream(), Names.NOTICES.stream())
        .map(Topic::of)
        .map(this::compareWakeUp)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Failure> compareWakeUp(Topic topic) {
    return oracle().askAgainBy(topic).flatMap(next -> {
      Instant needed = next.isBefore(clock.instant()) ? clock.instant() : next;
      Instant known = store.told.tooLate(topic, needed, patience);
      return known == null
          ? Optional.empty()
          : failure(
              Step.of(Verb.CLAIM).with("topic", topic),
              "told of something ready at " + store.words.time(needed),
              "told to ask again at "
                  + (known.equals(Instant.MAX) ? "no time" : store.words.time(known)));
    });
  }

  private MemoryStore oracle() {
    return (MemoryStore) oracle.store();
  }

  private Optional<Failure> compareDeaths() {
    return failure(Step.of(Verb.SWEEP), deaths(oracle), deaths(store));
  }

  private static String deaths(Side side) {
    return side.told.deaths().stream()
        .map(side.words::died)
        .sorted()
        .collect(Collectors.joining("\n  ", "deaths told:\n  ", ""));
  }
}
