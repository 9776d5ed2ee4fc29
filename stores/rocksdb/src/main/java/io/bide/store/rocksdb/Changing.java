package io.bide.store.rocksdb;

import io.bide.CancelResult;
import io.bide.Cause;
import io.bide.Due;
import io.bide.RescheduleResult;
import io.bide.RescheduleResult.Answer;
import io.bide.State;
import io.bide.WhenLeased;
import java.time.Instant;
import java.util.Optional;

/** What producers change of their messages: cancel, reschedule, erase. */
final class Changing {
  private final Ledger ledger;
  private final Lives lives;

  Changing(Ledger ledger, Lives lives) {
    this.ledger = ledger;
    this.lives = lives;
  }

  CancelResult cancel(TopicState topic, String id, WhenLeased whenLeased, Moment moment) {
    Entry live = lives.live(topic, id, moment);
    if (live == null) {
      Entry ended = lives.remembered(topic, id, moment);
      return ended == null
          ? new CancelResult(CancelResult.Answer.UNKNOWN, null, 0)
          : new CancelResult(CancelResult.Answer.ENDED, ended.ended, 0);
    }
    if (live.leased(moment.now()) && whenLeased == WhenLeased.REFUSE) {
      return new CancelResult(
          CancelResult.Answer.LEASED, State.LEASED, removeItemsNotHandedOut(live));
    }
    lives.end(live, live.end, State.CANCELLED, Cause.CANCELLED, moment.now(), moment);
    return new CancelResult(CancelResult.Answer.CANCELLED, State.CANCELLED, 0);
  }

  private int removeItemsNotHandedOut(Entry live) {
    if (!live.merged || live.handed == live.end) {
      return 0;
    }
    int removed = live.end - live.handed;
    for (int n = live.handed; n < live.end; n++) {
      ledger.contents().dropItem(live, n);
    }
    live.end = live.handed;
    live.nextStart = live.end;
    live.everHanded = live.handed;
    live.nextDue = 0;
    ledger.save(live);
    return removed;
  }

  RescheduleResult reschedule(TopicState topic, String id, Due due, Moment moment) {
    Entry live = lives.live(topic, id, moment);
    if (live == null) {
      Entry ended = lives.remembered(topic, id, moment);
      return ended == null
          ? new RescheduleResult(Answer.UNKNOWN, null, null)
          : new RescheduleResult(Answer.ENDED, ended.ended, null);
    }
    long time = due.resolve(moment.up());
    if (!live.leased(moment.now())) {
      live.movable |= live.leaseOver(moment.now());
      live.moveTo(time, due.isFront() ? ledger.frontPosition() : time);
      ledger.save(live);
    } else if (live.merged && live.end > live.nextStart) {
      live.nextDue = time;
      ledger.save(live);
    } else {
      return new RescheduleResult(Answer.LEASED, State.LEASED, null);
    }
    return new RescheduleResult(
        Answer.RESCHEDULED, live.state(moment.now()), Instant.ofEpochMilli(time));
  }

  Optional<State> erase(TopicState topic, String id, Moment moment) {
    Entry known = lives.known(topic, id, moment);
    Optional<State> state =
        known == null ? Optional.empty() : Optional.of(known.state(moment.now()));
    for (Entry entry = lives.newest(topic, id); entry != null; entry = lives.newest(topic, id)) {
      lives.forget(entry);
    }
    return state;
  }
}
