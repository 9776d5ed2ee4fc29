package io.bide.store.rocksdb;

import io.bide.State;
import io.bide.store.SweepReply;
import java.util.ArrayList;
import java.util.List;

/** Writes down what has become true, and forgets what is over. */
final class Sweeping {
  /** How many deaths an operation writes down on its way, at most. */
  static final int BUDGET = 1_000;

  private final Ledger ledger;
  private final Lives lives;

  Sweeping(Ledger ledger, Lives lives) {
    this.ledger = ledger;
    this.lives = lives;
  }

  SweepReply sweep(int budget, Moment moment) {
    Tally tally = new Tally(budget);
    List<TopicState> all = new ArrayList<>(ledger.topics().sorted().values());
    for (TopicState topic : all) {
      recordDeaths(topic, tally, moment);
    }
    for (TopicState topic : all) {
      forgetEnded(topic, tally, moment);
    }
    for (TopicState topic : List.copyOf(ledger.topics().sorted().values())) {
      if (topic.forgettable()) {
        ledger.forget(topic);
      }
    }
    return new SweepReply(tally.died, tally.forgotten, tally.left <= 0);
  }

  /** The same for one topic, as far as an operation that looks at it needs. */
  void sweep(TopicState topic, Moment moment) {
    Tally tally = new Tally(BUDGET);
    recordDeaths(topic, tally, moment);
    forgetEnded(topic, tally, moment);
  }

  private void recordDeaths(TopicState topic, Tally tally, Moment moment) {
    int died = lives.recordDeaths(topic, tally.left, moment);
    tally.died += died;
    tally.left -= died;
  }

  private void forgetEnded(TopicState topic, Tally tally, Moment moment) {
    for (State state : TopicState.ENDED) {
      if (tally.left > 0 && topic.ended(state).at() <= moment.now()) {
        List<Long> over = over(topic, state, tally.left, moment);
        over.forEach(sequence -> lives.forget(ledger.get(topic, sequence)));
        tally.forgotten += over.size();
        tally.left -= over.size();
      }
    }
  }

  /** Ended messages that are no longer remembered; moves the head of the index past them. */
  private List<Long> over(TopicState topic, State state, int most, Moment moment) {
    List<Long> over = new ArrayList<>();
    try (IndexScan scan = IndexScan.ended(ledger, topic, state)) {
      for (; over.size() < most && scan.valid() && scan.at() <= moment.now(); scan.next()) {
        over.add(scan.sequence());
      }
      scan.rest();
    }
    topic.countersDirty = true;
    ledger.touch(topic);
    return over;
  }

  private static final class Tally {
    private int left;
    private int died;
    private int forgotten;

    Tally(int budget) {
      left = budget;
    }
  }
}
