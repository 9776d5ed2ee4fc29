package io.bide.testing.random;

import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.PutMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Makes puts: every mode and option, and tokens that were used before. */
final class Puts {
  private final Dice dice;
  private final Names names;
  private final Supplier<Duration> sinceStart;
  private final List<Step> withToken = new ArrayList<>();
  private int count;

  Puts(Dice dice, Names names, Supplier<Duration> sinceStart) {
    this.dice = dice;
    this.names = names;
    this.sinceStart = sinceStart;
  }

  Step next() {
    Step step = !withToken.isEmpty() && dice.percent(15) ? again() : fresh();
    return dice.percent(8) ? step.with("more", true) : step;
  }

  /** One of the last puts with a token, with the same content or with other content. */
  private Step again() {
    int newest = withToken.size() - 1;
    Step step = withToken.get(Math.max(0, newest - dice.between(0, 6)));
    return dice.percent(75) ? step : step.with("body", body());
  }

  private Step fresh() {
    String topic = names.topic();
    return fresh(topic, names.id(topic));
  }

  /** One that can be claimed at once and more than once. */
  Step lasting(String topic, String id) {
    return fresh(topic, id)
        .with("due", "+PT0S")
        .with("attempts", dice.pick(2, 3, Put.UNLIMITED))
        .with("ttl", dice.maybe(50, () -> Duration.ofMillis(dice.pick(2_000, 5_000))));
  }

  /** One that joins a live message. */
  Step merging(String topic, String id) {
    return merging(fresh(topic, id).with("mode", PutMode.MERGE));
  }

  private Step fresh(String topic, String id) {
    PutMode mode = dice.pick(
        PutMode.REJECT,
        PutMode.REJECT,
        PutMode.REPLACE,
        PutMode.MERGE,
        PutMode.MERGE,
        PutMode.MERGE);
    Step step = Step.of(Verb.PUT)
        .with("topic", topic)
        .with("id", id)
        .with("body", body())
        .with("due", Times.due(dice, sinceStart.get()))
        .with("mode", mode)
        .with("attributes", dice.maybe(15, this::attributes))
        .with("ttl", dice.maybe(25, () -> Times.shortly(dice)))
        .with("lease", dice.maybe(25, () -> Times.shortly(dice)))
        .with("attempts", dice.maybe(40, () -> dice.pick(1, 1, 2, 3, Put.UNLIMITED)))
        .with("backoff", dice.maybe(20, () -> Times.backoff(dice)));
    if (mode == PutMode.MERGE) {
      step = merging(step);
    }
    if (dice.percent(45)) {
      step = step.with("token", "t" + dice.between(1, 5));
      withToken.add(step);
    }
    return step;
  }

  private Step merging(Step step) {
    return step.with("rule", dice.pick(MergeOptions.DueRule.values()))
        .with("longest", dice.maybe(30, () -> Duration.ofMillis(dice.pick(0, 800, 3_000))))
        .with("items", dice.maybe(40, () -> dice.between(1, 3)))
        .with("raw", dice.maybe(10, () -> true));
  }

  /** A body like no other, so that none can take the place of another; some are empty. */
  private String body() {
    count++;
    return dice.percent(4) ? "" : count + "x".repeat(dice.pick(0, 0, 3, 10));
  }

  private String attributes() {
    return dice.pick("k", "l") + ":" + dice.between(1, 9);
  }
}
