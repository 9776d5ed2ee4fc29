package io.bide.testing.random;

import java.util.List;

/** The few topics and ids that all steps are about. */
final class Names {
  static final List<String> TOPICS = List.of("a", "b", "c");
  static final List<String> NOTICES = List.of("a!dead", "b!dead", "c!dead");
  static final List<String> IDS = List.of("1", "2", "3");

  private final Dice dice;

  Names(Dice dice) {
    this.dice = dice;
  }

  /** Mostly the first one, so that it gets crowded. */
  String topic() {
    return dice.percent(70) ? TOPICS.get(0) : dice.pick(TOPICS);
  }

  String topicOrNotices(int chanceOfNotices) {
    return dice.percent(chanceOfNotices) ? topic() + "!dead" : topic();
  }

  /** Mostly the first one, so that it gets old. */
  String id(String topic) {
    String id = dice.percent(45) ? IDS.get(0) : dice.pick(IDS);
    return topic.endsWith("!dead") ? id + "#" + dice.between(1, 2) : id;
  }
}
