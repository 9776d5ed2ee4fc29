package io.bide.testing.random;

import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * Makes sequences of steps. It runs each step on the oracle at once, to know which instants are
 * interesting; what it makes is plain data that needs no generator to be run again.
 *
 * <p>Few topics and few ids, so that steps meet each other. A change here changes what every seed
 * stands for: what must not be lost belongs into {@code replays}.
 */
final class Generator {
  private static final int LEAST_STEPS = 200;
  private static final int MOST_STEPS = 260;

  private final Dice dice;
  private final ManualClock clock = new ManualClock();
  private final MemoryStore oracle;
  private final Side side;
  private final Puts puts;
  private final Others others;
  private final Stories stories;
  private final Deque<Step> story = new ArrayDeque<>();
  private final List<Choice> choices = new ArrayList<>();
  private int weights;

  private record Choice(int upTo, Supplier<Step> step) {}

  private Generator(long seed) {
    Instant start = clock.instant();
    dice = new Dice(seed);
    side = new Side(StoreFixture.inMemory(), clock, start);
    oracle = (MemoryStore) side.store();
    Names names = new Names(dice);
    puts = new Puts(dice, names, () -> Duration.between(start, clock.instant()));
    others = new Others(dice, names, side::claimed, () -> Duration.between(start, clock.instant()));
    stories = new Stories(dice, names, puts, others);
    weigh();
  }

  static List<Step> steps(long seed) {
    return new Generator(seed).make();
  }

  private void weigh() {
    choice(240, puts::next);
    choice(150, others::claim);
    choice(170, others::settle);
    choice(190, this::advance);
    choice(30, others::cancel);
    choice(35, others::reschedule);
    choice(15, others::peek);
    choice(9, others::erase);
    choice(15, others::browse);
    choice(30, others::redrive);
    choice(5, others::purge);
    choice(25, others::configure);
    choice(6, others::pause);
    choice(12, others::resume);
    choice(8, others::stats);
    choice(3, others::settings);
    choice(6, others::topics);
    choice(8, others::sweep);
    choice(12, others::record);
    choice(6, () -> Step.of(Verb.RESTART));
  }

  private void choice(int weight, Supplier<Step> step) {
    weights += weight;
    choices.add(new Choice(weights, step));
  }

  private List<Step> make() {
    List<Step> steps = new ArrayList<>();
    int count = dice.between(LEAST_STEPS, MOST_STEPS);
    while (steps.size() < count) {
      Step step = next();
      steps.add(step);
      if (step.verb() == Verb.ADVANCE) {
        clock.advance(Duration.parse(step.get("by")));
      }
      side.run(step);
    }
    side.close();
    return steps;
  }

  private Step next() {
    if (story.isEmpty() && dice.percent(8)) {
      story.addAll(stories.next());
    }
    return story.isEmpty() ? any() : story.removeFirst();
  }

  private Step any() {
    int point = dice.between(1, weights);
    return choices.stream()
        .filter(choice -> point <= choice.upTo())
        .findFirst()
        .orElseThrow()
        .step()
        .get();
  }

  private Step advance() {
    List<Instant> instants = oracle.instants();
    Duration by = dice.percent(60) && !instants.isEmpty() ? towards(instants) : somewhere();
    return Step.of(Verb.ADVANCE).with("by", by);
  }

  /** To an instant at which something changes, or just before or after it. */
  private Duration towards(List<Instant> instants) {
    Instant target = instants.get(dice.between(0, Math.min(3, instants.size() - 1)));
    Duration exact = Duration.between(clock.instant(), target);
    Duration by = dice.percent(50)
        ? exact
        : exact.plus(dice.pick(
            Duration.ofMillis(-1),
            Duration.ofMillis(1),
            Duration.ofNanos(-1),
            Duration.ofNanos(300_000)));
    return by.isNegative() ? Duration.ZERO : by;
  }

  private Duration somewhere() {
    int kind = dice.between(1, 100);
    if (kind <= 60) {
      return Duration.ofMillis(dice.between(1, 2_000));
    }
    if (kind <= 75) {
      return Duration.ofNanos(dice.between(1, 3_000_000));
    }
    return kind <= 95
        ? Duration.ofMillis(dice.between(2_000, 60_000))
        : dice.pick(
            Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7));
  }
}
