package io.bide.testing.random;

import io.bide.PutMode;
import io.bide.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes several steps about one message in a row: put, handed out, perhaps more items, time, something
 * that happens to it meanwhile, and a settle. Chance alone seldom gets that far with one message.
 */
final class Stories {
  private static final Duration LEASE = Duration.ofSeconds(1);

  private final Dice dice;
  private final Names names;
  private final Puts puts;
  private final Others others;
  private int tokens;

  Stories(Dice dice, Names names, Puts puts, Others others) {
    this.dice = dice;
    this.names = names;
    this.puts = puts;
    this.others = others;
  }

  List<Step> next() {
    String topic = names.topic();
    String id = names.id(topic);
    return switch (dice.between(1, 10)) {
      case 1 -> revived(topic, id);
      case 2 -> outlived(topic, id);
      case 3 -> repeated(topic, id);
      case 4 -> buried(topic, id);
      case 5 -> leftOver(topic, id);
      case 6 -> voided(topic, id);
      default -> handedOut(topic, id);
    };
  }

  /** A lease ends, the message is moved, and its old receipt brings the lease back. */
  private List<Step> revived(String topic, String id) {
    return List.of(
        puts.lasting(topic, id),
        claim(topic, id, LEASE),
        advance(LEASE),
        Step.of(Verb.RESCHEDULE).with("topic", topic).with("id", id).with("due", "+PT9S"),
        settle(Verb.EXTEND, topic, id).with("lease", LEASE),
        others.settle(topic, id, 0));
  }

  /** The second lease goes on when the time to live has passed. */
  private List<Step> outlived(String topic, String id) {
    return List.of(
        puts.lasting(topic, id).with("ttl", "PT2S"),
        claim(topic, id, LEASE),
        advance(LEASE),
        claim(topic, id, Duration.ofSeconds(20)),
        advance(Duration.ofSeconds(2)),
        others.settle(topic, id, 0));
  }

  /** The same put again, in whatever state its message is by then. */
  private List<Step> repeated(String topic, String id) {
    Step put = puts.lasting(topic, id)
        .with("mode", dice.pick(PutMode.values()))
        .with("attempts", 1)
        .with("token", "s" + ++tokens);
    List<Step> steps = new ArrayList<>(List.of(put));
    switch (dice.between(1, 6)) {
      case 1 -> steps.add(others.cancel(topic, id));
      case 2 -> steps.add(claim(topic, id, LEASE));
      case 3 -> steps.addAll(List.of(claim(topic, id, LEASE), settle(Verb.ACK, topic, id)));
      case 4, 5 -> steps.addAll(List.of(claim(topic, id, LEASE), advance(LEASE)));
      default -> steps.add(advance(Duration.ofSeconds(5)));
    }
    steps.add(dice.percent(60) ? put : put.with("attributes", "x:1"));
    return steps;
  }

  private static Step settle(Verb verb, String topic, String id) {
    return Step.of(verb).with("topic", topic).with("id", id).with("receipt", 0);
  }

  /** A batch is acked in two parts; the receipt of the first is tried again. */
  private List<Step> leftOver(String topic, String id) {
    List<Step> steps = new ArrayList<>(List.of(
        puts.merging(topic, id).with("due", "+PT0S"),
        puts.merging(topic, id),
        advance(LEASE),
        Step.of(Verb.CLAIM).with("topic", topic).with("requests", "items:1,id:" + id),
        settle(Verb.ACK, topic, id)));
    boolean again = dice.percent(50);
    if (again) {
      steps.add(claim(topic, id, LEASE));
    }
    steps.add(others.settle(topic, id, again ? 1 : 0));
    return steps;
  }

  /** Somebody works on it when it is cancelled or replaced. */
  private List<Step> voided(String topic, String id) {
    Step end = Step.of(Verb.CANCEL).with("topic", topic).with("id", id).with("leased", "VOID");
    return List.of(
        puts.lasting(topic, id), claim(topic, id, LEASE), end, others.settle(topic, id, 0));
  }

  /** A dead letter whose id is used again. */
  private List<Step> buried(String topic, String id) {
    boolean expires = dice.percent(50);
    Step put = puts.lasting(topic, id).with("attempts", 1).with("ttl", expires ? LEASE : null);
    List<Step> steps = new ArrayList<>(List.of(put));
    if (!expires) {
      steps.add(claim(topic, id, LEASE));
    }
    steps.add(advance(LEASE));
    steps.add(puts.lasting(topic, id));
    if (dice.percent(40)) {
      steps.add(claim(topic, id, LEASE));
    }
    steps.add(others.redrive(topic, expires ? State.EXPIRED : State.DEAD).with("id", id));
    return steps;
  }

  private List<Step> handedOut(String topic, String id) {
    List<Step> steps = new ArrayList<>();
    if (dice.percent(60)) {
      steps.add(puts.lasting(topic, id));
    }
    steps.add(claim(topic, id, LEASE));
    if (dice.percent(40)) {
      steps.add(puts.merging(topic, id));
    }
    if (dice.percent(65)) {
      steps.add(advance(LEASE.plusMillis(dice.between(-1, 1))));
      steps.add(meanwhile(topic, id));
    }
    if (dice.percent(40)) {
      steps.add(advance(dice.pick(LEASE, Duration.ofSeconds(6))));
    }
    steps.add(others.settle(topic, id, dice.pick(0, 0, 0, 1)));
    return steps;
  }

  private Step claim(String topic, String id, Duration lease) {
    String items = dice.percent(35) ? ",items:1" : "";
    return Step.of(Verb.CLAIM)
        .with("topic", topic)
        .with("requests", "id:" + id + items + ",lease:" + lease);
  }

  private static Step advance(Duration by) {
    return Step.of(Verb.ADVANCE).with("by", by);
  }

  private Step meanwhile(String topic, String id) {
    return switch (dice.between(1, 5)) {
      case 1 -> others.reschedule(topic, id);
      case 2 -> puts.merging(topic, id);
      case 3 -> others.settle(topic, id, 0);
      default -> claim(topic, id, Duration.ofSeconds(20));
    };
  }
}
