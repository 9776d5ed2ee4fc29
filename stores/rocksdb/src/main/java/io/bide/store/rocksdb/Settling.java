package io.bide.store.rocksdb;

import io.bide.Backoff;
import io.bide.Cause;
import io.bide.Due;
import io.bide.Receipt;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.SettleResult.Answer;
import io.bide.State;
import io.bide.Target;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What claimers do with what they were handed: ack, release, extend, unclaim. */
final class Settling {
  private final Ledger ledger;
  private final Lives lives;

  Settling(Ledger ledger, Lives lives) {
    this.ledger = ledger;
    this.lives = lives;
  }

  SettleResult settle(Settle settle, Moment moment) {
    TopicState topic = ledger.topics().find(settle.target().topic());
    if (topic == null) {
      return SettleResult.refused(Answer.UNKNOWN, null);
    }
    String id = settle.target().id();
    Entry live = lives.live(topic, id, moment);
    return settle.target() instanceof Receipt receipt
        ? byReceipt(settle, receipt, live, lives.remembered(topic, id, moment), moment)
        : byId(settle, (Target.ById) settle.target(), topic, live, moment);
  }

  private SettleResult byReceipt(
      Settle settle, Receipt receipt, @Nullable Entry live, @Nullable Entry ended, Moment moment) {
    if (live != null && live.fence == receipt.fence()) {
      return apply(settle, live, live.merged ? live.handed : live.end, moment);
    }
    if (ended != null && ended.fence == receipt.fence()) {
      return SettleResult.refused(Answer.ENDED, ended.ended);
    }
    Entry known = live != null ? live : ended;
    return known == null
        ? SettleResult.refused(Answer.UNKNOWN, null)
        : SettleResult.refused(Answer.STALE, known.state(moment.now()));
  }

  private SettleResult byId(
      Settle settle, Target.ById target, TopicState topic, @Nullable Entry live, Moment moment) {
    if (live != null) {
      State state = live.state(moment.now());
      if (!target.states().contains(state)) {
        return SettleResult.refused(Answer.WRONG_STATE, state);
      }
      return apply(
          settle, live, state == State.LEASED && live.merged ? live.handed : live.end, moment);
    }
    Entry ended = lives.remembered(topic, target.id(), moment);
    if (ended == null) {
      return SettleResult.refused(Answer.UNKNOWN, null);
    }
    State state = ended.state(moment.now());
    if (!(settle instanceof Settle.Ack) || !target.states().contains(state)) {
      return SettleResult.refused(Answer.ENDED, state);
    }
    if (state != State.DONE) {
      lives.turnDone(ended, moment);
    }
    return SettleResult.ok(State.DONE, null);
  }

  /**
   * Settles a live message.
   *
   * @param handed the items that an ack ends
   */
  private SettleResult apply(Settle settle, Entry entry, int handed, Moment moment) {
    entry.movable |= entry.leaseOver(moment.now());
    if (settle instanceof Settle.Ack) {
      lives.end(entry, handed, State.DONE, Cause.ACKED, moment.now(), moment);
      return SettleResult.ok(State.DONE, null);
    }
    if (settle instanceof Settle.Release release) {
      return release(entry, release, moment);
    }
    if (settle instanceof Settle.Extend extend) {
      return extend(entry, Due.millisUp(extend.lease()), moment);
    }
    return unclaim(entry, ((Settle.Unclaim) settle).due(), moment);
  }

  private SettleResult release(Entry entry, Settle.Release release, Moment moment) {
    Due due = release.due();
    if (release.last() || entry.attempts >= entry.maxAttempts) {
      lives.die(entry, State.DEAD, Cause.ATTEMPTS, moment.now(), moment);
      return SettleResult.ok(State.DEAD, null);
    }
    entry.position = due == null ? moment.up() + backoff(entry) : position(due, moment);
    entry.movable = true;
    return giveBack(entry, moment.up(), moment);
  }

  private long position(Due due, Moment moment) {
    return due.isFront() ? ledger.frontPosition() : due.resolve(moment.up());
  }

  private static long backoff(Entry entry) {
    Backoff backoff = entry.backoff != null ? entry.backoff : entry.topic.settings.backoff();
    return backoff.delayMillis(entry.topic.topic.stableId(entry.id), entry.attempts);
  }

  private SettleResult unclaim(Entry entry, @Nullable Due due, Moment moment) {
    entry.attempts--;
    if (entry.attempts == 0) {
      entry.everHanded = entry.from;
      entry.claimed = 0;
    }
    if (due == null) {
      return giveBack(entry, entry.due, moment);
    }
    entry.position = position(due, moment);
    return giveBack(entry, moment.up(), moment);
  }

  /**
   * The lease is gone and its receipt void; the generations of a merged message are one again.
   *
   * @param frontTime what to call its position if it stands at the front
   */
  private SettleResult giveBack(Entry entry, long frontTime, Moment moment) {
    entry.leaseEnd = 0;
    entry.fence = 0;
    entry.handed = entry.from;
    entry.nextStart = entry.end;
    entry.nextDue = 0;
    if (moment.now() >= entry.expiry()) {
      State state = entry.attempts == 0 ? State.EXPIRED : State.DEAD;
      lives.die(entry, state, Cause.TTL, moment.now(), moment);
      return SettleResult.ok(state, null);
    }
    ledger.save(entry);
    return SettleResult.ok(
        entry.state(moment.now()),
        Instant.ofEpochMilli(entry.atFront() ? frontTime : entry.position));
  }

  private SettleResult extend(Entry entry, long lease, Moment moment) {
    if (!entry.leased(moment.now())) {
      // What came after the claim had joined; with the lease it is the next generation again.
      entry.nextDue = entry.leaseEnd == 0 && !entry.atFront() ? entry.position : moment.up();
      entry.nextFirstAt = moment.up();
    }
    entry.leaseEnd = moment.up() + lease;
    ledger.save(entry);
    return SettleResult.ok(State.LEASED, Instant.ofEpochMilli(entry.leaseEnd));
  }
}
