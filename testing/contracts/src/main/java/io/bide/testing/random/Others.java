package io.bide.testing.random;

import io.bide.DeliveryMode;
import io.bide.State;
import io.bide.WhenLeased;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/** Makes all steps but puts and the passing of time. */
final class Others {
  private static final List<State> ENDED =
      List.of(State.DONE, State.EXPIRED, State.DEAD, State.CANCELLED);

  private final Dice dice;
  private final Names names;
  private final Supplier<List<String>> claimed;
  private final Supplier<Duration> sinceStart;

  /**
   * Steps for these names.
   *
   * @param claimed the messages that were ever claimed, as {@code topic/id}
   */
  Others(Dice dice, Names names, Supplier<List<String>> claimed, Supplier<Duration> sinceStart) {
    this.dice = dice;
    this.names = names;
    this.claimed = claimed;
    this.sinceStart = sinceStart;
  }

  private Step inTopic(Verb verb) {
    return Step.of(verb).with("topic", names.topicOrNotices(10));
  }

  private Step onId(Verb verb, int chanceOfNotices) {
    String topic = names.topicOrNotices(chanceOfNotices);
    return Step.of(verb).with("topic", topic).with("id", names.id(topic));
  }

  Step claim() {
    String topic = names.topicOrNotices(15);
    List<String> requests = new ArrayList<>();
    int count = dice.percent(80) ? 1 : dice.between(2, 3);
    for (int i = 0; i < count; i++) {
      requests.add(request(topic));
    }
    return Step.of(Verb.CLAIM)
        .with("topic", topic)
        .with("requests", String.join(";", requests))
        .with("bytes", dice.maybe(25, () -> dice.between(0, 20)));
  }

  private String request(String topic) {
    String request =
        dice.percent(25) ? "id:" + names.id(topic) : "max:" + dice.pick(1, 1, 1, 2, 3, 5);
    if (dice.percent(25)) {
      request += ",items:" + dice.between(1, 3);
    }
    return dice.percent(40) ? request + ",lease:" + Times.shortly(dice) : request;
  }

  Step settle() {
    Verb verb = settling();
    List<String> known = claimed.get();
    return !known.isEmpty() && dice.percent(65)
        ? finish(onClaimed(verb, dice.pick(known)))
        : finish(onId(verb, 5).with("states", states(verb)));
  }

  /** By a receipt of this message, sometimes by its id. */
  Step settle(String topic, String id, int receipt) {
    Verb verb = settling();
    Step step = Step.of(verb).with("topic", topic).with("id", id);
    return finish(
        dice.percent(80) ? step.with("receipt", receipt) : step.with("states", states(verb)));
  }

  private Verb settling() {
    return dice.pick(Verb.ACK, Verb.RELEASE, Verb.EXTEND, Verb.UNCLAIM);
  }

  private Step finish(Step unfinished) {
    Verb verb = unfinished.verb();
    Step step = unfinished;
    if (verb == Verb.RELEASE) {
      step = dice.percent(20) && mayBeLast(step)
          ? step.with("last", true)
          : step.with("due", dice.maybe(60, () -> Times.due(dice, sinceStart.get())));
    }
    if (verb == Verb.UNCLAIM) {
      step = step.with("due", dice.maybe(25, () -> Times.due(dice, sinceStart.get())));
    }
    if (verb == Verb.EXTEND) {
      step = step.with("lease", Times.shortly(dice));
    }
    return dice.percent(8) ? step.with("more", true) : step;
  }

  private static boolean mayBeLast(Step release) {
    return !release.has("states") || release.get("states").equals(State.LEASED.name());
  }

  /** Of the last claims of each message one is good at most. */
  private Step onClaimed(Verb verb, String key) {
    int slash = key.indexOf('/');
    return Step.of(verb)
        .with("topic", key.substring(0, slash))
        .with("id", key.substring(slash + 1))
        .with("receipt", dice.pick(0, 0, 0, 0, 0, 1, 1, 2, 4));
  }

  private String states(Verb verb) {
    List<State> allowed = switch (verb) {
      case ACK -> List.of(State.values());
      case RELEASE -> List.of(State.WAITING, State.READY, State.LEASED);
      default -> List.of(State.LEASED);
    };
    List<String> chosen = new ArrayList<>();
    for (State state : allowed) {
      if (dice.percent(50)) {
        chosen.add(state.name());
      }
    }
    return String.join("+", chosen.isEmpty() ? Collections.singleton("LEASED") : chosen);
  }

  Step cancel() {
    return onId(Verb.CANCEL, 5).with("leased", dice.pick(WhenLeased.values()));
  }

  Step cancel(String topic, String id) {
    return Step.of(Verb.CANCEL)
        .with("topic", topic)
        .with("id", id)
        .with("leased", dice.pick(WhenLeased.values()));
  }

  Step reschedule(String topic, String id) {
    return Step.of(Verb.RESCHEDULE)
        .with("topic", topic)
        .with("id", id)
        .with("due", Times.due(dice, sinceStart.get()));
  }

  Step reschedule() {
    return onId(Verb.RESCHEDULE, 5).with("due", Times.due(dice, sinceStart.get()));
  }

  Step peek() {
    return onId(Verb.PEEK, 10);
  }

  Step erase() {
    return onId(Verb.ERASE, 10);
  }

  Step browse() {
    return inTopic(Verb.BROWSE)
        .with("state", dice.pick(State.values()))
        .with("from", dice.maybe(20, this::time))
        .with("to", dice.maybe(20, this::time))
        .with("limit", dice.maybe(50, () -> dice.between(1, 3)))
        .with("bodies", dice.maybe(50, () -> true));
  }

  private Duration time() {
    return sinceStart.get().plusMillis(dice.between(-3_000, 3_000));
  }

  Step redrive() {
    String topic = names.topic();
    State state = dice.pick(State.DEAD, State.EXPIRED);
    return dice.percent(60)
        ? redrive(topic, state)
            .with("id", names.id(topic))
            .with("start", dice.maybe(30, () -> Times.shortly(dice)))
        : redriveSeveral(topic, state);
  }

  Step redriveSeveral(String topic, State state) {
    return redrive(topic, state)
        .with("limit", dice.maybe(60, () -> dice.between(1, 3)))
        .with("all", dice.maybe(50, () -> true))
        .with("start", dice.maybe(30, () -> Times.shortly(dice)))
        .with("spacing", dice.maybe(60, () -> Duration.ofNanos(dice.pick(1, 333_333_333))));
  }

  Step redrive(String topic, State state) {
    return Step.of(Verb.REDRIVE).with("topic", topic).with("state", state);
  }

  Step purge() {
    return dice.percent(40)
        ? inTopic(Verb.PURGE)
        : inTopic(Verb.PURGE).with("state", dice.pick(ENDED)).with("limit", dice.between(1, 3));
  }

  Step configure() {
    return inTopic(Verb.CONFIGURE)
        .with("lease", dice.maybe(50, () -> Times.shortly(dice)))
        .with("ttl", dice.maybe(25, () -> Times.shortly(dice)))
        .with("attempts", dice.maybe(40, () -> dice.between(1, 3)))
        .with("backoff", dice.maybe(40, () -> Times.backoff(dice)))
        .with("retention", dice.maybe(30, () -> Duration.ofSeconds(dice.pick(0, 1, 30, 3_600))))
        .with("deadRetention", dice.maybe(20, () -> Duration.ofSeconds(dice.pick(0, 2, 60))))
        .with("bodies", dice.maybe(35, () -> true))
        .with("notices", dice.maybe(60, () -> true))
        .with("delivery", dice.maybe(15, () -> DeliveryMode.AT_MOST_ONCE));
  }

  Step pause() {
    return inTopic(Verb.PAUSE);
  }

  Step resume() {
    return inTopic(Verb.RESUME);
  }

  Step stats() {
    return inTopic(Verb.STATS);
  }

  Step settings() {
    return inTopic(Verb.SETTINGS);
  }

  Step topics() {
    return Step.of(Verb.TOPICS).with("limit", dice.between(1, 3));
  }

  Step sweep() {
    return Step.of(Verb.SWEEP).with("budget", dice.pick(1, 3, 1_000));
  }

  Step record() {
    String key = dice.pick("k", "k/1", "k/2", "l");
    return switch (dice.between(1, 4)) {
      case 1 -> Step.of(Verb.GET).with("key", key);
      case 2 ->
        Step.of(Verb.LIST)
            .with("prefix", dice.pick("k", "k/", "x"))
            .with("limit", dice.between(1, 3));
      default ->
        Step.of(Verb.SET)
            .with("key", key)
            .with("expect", dice.pick("current", "current", "absent", "other"))
            .with("value", dice.maybe(75, () -> "v" + dice.between(1, 99)));
    };
  }
}
