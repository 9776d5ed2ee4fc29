package io.bide.testing;

import io.bide.CancelResult;
import io.bide.Cause;
import io.bide.Due;
import io.bide.Message;
import io.bide.RescheduleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.WhenLeased;
import java.time.Instant;
import java.util.Optional;

/** Cancel, reschedule, peek and erase. */
class Ids {
  final Life life;

  Ids(Life life) {
    this.life = life;
  }

  private Optional<MemoryMessage> find(Topic name, String id, Now now) {
    return life.begin(name, now).flatMap(topic -> Optional.ofNullable(Life.find(topic, id)));
  }

  CancelResult cancel(Topic name, String id, WhenLeased whenLeased, Now now) {
    MemoryMessage message = find(name, id, now).orElse(null);
    if (message == null) {
      return new CancelResult(CancelResult.Answer.UNKNOWN, null, 0);
    }
    if (message.end != null) {
      return new CancelResult(CancelResult.Answer.ENDED, message.endState(), 0);
    }
    if (message.leaseRuns(now.down()) && whenLeased == WhenLeased.REFUSE) {
      return new CancelResult(
          CancelResult.Answer.LEASED, State.LEASED, removeWhatWasNotHandedOut(message));
    }
    life.end(life.open(name), message, State.CANCELLED, Cause.CANCELLED, now);
    return new CancelResult(CancelResult.Answer.CANCELLED, State.CANCELLED, 0);
  }

  int removeWhatWasNotHandedOut(MemoryMessage message) {
    int removed = message.items.size() - message.handedOut;
    message.keepFirstItems(message.handedOut);
    message.itemsAtClaim = message.handedOut;
    message.everHandedOut = message.handedOut;
    message.nextDue = null;
    return removed;
  }

  RescheduleResult reschedule(Topic name, String id, Due due, Now now) {
    MemoryMessage message = find(name, id, now).orElse(null);
    if (message == null) {
      return new RescheduleResult(RescheduleResult.Answer.UNKNOWN, null, null);
    }
    if (message.end != null) {
      return new RescheduleResult(RescheduleResult.Answer.ENDED, message.endState(), null);
    }
    long time = due.resolve(now.up());
    if (message.leaseRuns(now.down())) {
      if (message.nextDue == null) {
        return new RescheduleResult(RescheduleResult.Answer.LEASED, State.LEASED, null);
      }
      message.nextDue = time;
    } else {
      move(message, due, time);
    }
    life.changed.add(name);
    return new RescheduleResult(
        RescheduleResult.Answer.RESCHEDULED,
        life.stateOf(message, now.down()),
        Instant.ofEpochMilli(time));
  }

  private void move(MemoryMessage message, Due due, long time) {
    message.open |= message.leaseEnd != null;
    message.leaseEnd = null;
    message.setDue(time, life.nextFront(due));
  }

  Optional<Message> peek(Topic name, String id, Now now) {
    return find(name, id, now)
        .map(message -> message.look(life.stateOf(message, now.down()), true));
  }

  Optional<State> erase(Topic name, String id, Now now) {
    Optional<State> state = find(name, id, now).map(message -> life.stateOf(message, now.down()));
    MemoryTopic topic = life.topics.get(name);
    if (topic != null) {
      topic.live.remove(id);
      topic.ended.removeIf(message -> message.id.equals(id));
    }
    return state;
  }
}
