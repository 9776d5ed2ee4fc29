package io.bide.testing;

import io.bide.Backoff;
import io.bide.Cause;
import io.bide.Due;
import io.bide.Receipt;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.SettleResult.Answer;
import io.bide.State;
import io.bide.Target;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ack, release, extend and unclaim, by receipt or by id. */
class Settles {
  final Life life;

  Settles(Life life) {
    this.life = life;
  }

  SettleResult settle(Settle settle, Now now) {
    Target target = settle.target();
    MemoryTopic topic = life.begin(target.topic(), now).orElse(null);
    MemoryMessage found = topic == null ? null : Life.find(topic, target.id());
    if (topic == null || found == null) {
      return SettleResult.refused(Answer.UNKNOWN, null);
    }
    State state = life.stateOf(found, now.down());
    if (target instanceof Receipt receipt) {
      return isGood(receipt, found)
          ? act(settle, topic, found, now)
          : SettleResult.refused(refusal(topic, receipt), stateFor(topic, receipt, state));
    }
    boolean named = target instanceof Target.ById byId && byId.states().contains(state);
    if (state.live()) {
      return named
          ? act(settle, topic, found, now)
          : SettleResult.refused(Answer.WRONG_STATE, state);
    }
    return named && settle instanceof Settle.Ack
        ? ackEnded(topic, found, now)
        : SettleResult.refused(Answer.ENDED, state);
  }

  boolean isGood(Receipt receipt, MemoryMessage message) {
    return message.end == null && message.fence == receipt.fence();
  }

  private static Answer refusal(MemoryTopic topic, Receipt receipt) {
    return endedWith(topic, receipt) == null ? Answer.STALE : Answer.ENDED;
  }

  private static State stateFor(MemoryTopic topic, Receipt receipt, State shown) {
    MemoryMessage ended = endedWith(topic, receipt);
    return ended == null ? shown : ended.endState();
  }

  private static @Nullable MemoryMessage endedWith(MemoryTopic topic, Receipt receipt) {
    MemoryMessage newest = topic.newestEnded(receipt.id());
    return newest != null && newest.fence == receipt.fence() ? newest : null;
  }

  private SettleResult act(Settle settle, MemoryTopic topic, MemoryMessage message, Now now) {
    boolean leaseHasEnded = message.leaseEnd != null && !message.leaseRuns(now.down());
    message.open |= leaseHasEnded;
    life.changed.add(topic.name);
    if (settle instanceof Settle.Ack ack) {
      return ack(topic, message, ack.target() instanceof Receipt, now);
    }
    if (settle instanceof Settle.Release release) {
      return release(topic, message, release, now);
    }
    if (settle instanceof Settle.Extend extend) {
      return extend(message, extend.lease(), now);
    }
    return unclaim(topic, message, (Settle.Unclaim) settle, now);
  }

  SettleResult ack(MemoryTopic topic, MemoryMessage message, boolean byReceipt, Now now) {
    boolean onlyHandedOut = byReceipt || message.leaseRuns(now.down());
    int taken = onlyHandedOut ? message.handedOut : message.items.size();
    life.end(topic, message, taken, State.DONE, Cause.ACKED, now, now);
    return SettleResult.ok(State.DONE, null);
  }

  private SettleResult ackEnded(MemoryTopic topic, MemoryMessage message, Now now) {
    if (message.endState() != State.DONE) {
      life.remember(topic, message, State.DONE, Cause.ACKED, now.down(), now);
    }
    return SettleResult.ok(State.DONE, null);
  }

  SettleResult release(MemoryTopic topic, MemoryMessage message, Settle.Release release, Now now) {
    Due due = release.due();
    if (release.last() || message.attempts == message.maxAttempts) {
      life.die(topic, message, State.DEAD, Cause.ATTEMPTS, now.down(), now);
      return SettleResult.ok(State.DEAD, null);
    }
    Backoff backoff = message.backoff != null ? message.backoff : topic.settings.backoff();
    message.position = due != null
        ? due.resolve(now.up())
        : now.up() + backoff.delayMillis(topic.name.stableId(message.id), message.attempts);
    message.front = due == null ? 0 : life.nextFront(due);
    message.open = true;
    dropLease(message);
    return unleased(topic, message, message.position, now);
  }

  SettleResult unclaim(MemoryTopic topic, MemoryMessage message, Settle.Unclaim unclaim, Now now) {
    message.attempts--;
    if (message.attempts == 0) {
      message.everHandedOut = 0;
      message.claimed = null;
    }
    Due due = unclaim.due();
    if (due != null) {
      message.position = due.resolve(now.up());
      message.front = life.nextFront(due);
    }
    dropLease(message);
    return unleased(topic, message, due == null ? message.next() : message.position, now);
  }

  private static void dropLease(MemoryMessage message) {
    message.fence = MemoryMessage.NO_FENCE;
    message.leaseEnd = null;
    message.nextDue = null;
  }

  /** The answer for a message that is left without a lease: its time to live may be over by now. */
  private SettleResult unleased(MemoryTopic topic, MemoryMessage message, long next, Now now) {
    Life.Judgement judgement = life.judge(message, now.down());
    if (judgement.state().live()) {
      return SettleResult.ok(judgement.state(), Instant.ofEpochMilli(next));
    }
    life.die(topic, message, judgement.state(), judgement.cause(), now.down(), now);
    return SettleResult.ok(judgement.state(), null);
  }

  SettleResult extend(MemoryMessage message, Duration lease, Now now) {
    if (!message.leaseRuns(now.down())) {
      separateGenerations(message, now);
    }
    message.leaseEnd = now.up() + Due.millisUp(lease);
    return SettleResult.ok(State.LEASED, Instant.ofEpochMilli(message.leaseEnd));
  }

  /** What came after the claim had joined when the lease ended; now it is the next generation again. */
  private static void separateGenerations(MemoryMessage message, Now now) {
    boolean keepsItsPlace = message.movedAfterLease() && message.front == 0;
    boolean hasMore = message.items.size() > message.itemsAtClaim;
    message.nextDue = hasMore ? (keepsItsPlace ? message.position : now.up()) : null;
    message.nextFirstItem = now.up();
  }
}
