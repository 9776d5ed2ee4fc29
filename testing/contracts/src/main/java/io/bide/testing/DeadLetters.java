package io.bide.testing;

import io.bide.Due;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.State;
import io.bide.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Redrive and purge. */
class DeadLetters {
  final Life life;

  DeadLetters(Life life) {
    this.life = life;
  }

  RedriveResult redrive(Redrive redrive, Now now) {
    MemoryTopic topic = life.begin(redrive.topic(), now).orElse(null);
    if (topic == null) {
      return new RedriveResult(0, List.of(), null);
    }
    List<MemoryMessage> asked = asked(topic, redrive);
    List<MemoryMessage> taken = asked.stream().limit(redrive.limit()).toList();
    List<String> conflicts = new ArrayList<>();
    int redriven = 0;
    for (MemoryMessage message : taken) {
      if (topic.live.containsKey(message.id) || !message.requireEnd().bodies()) {
        conflicts.add(message.id);
      } else {
        revive(topic, message, redrive, redriven, now);
        redriven++;
      }
    }
    boolean more = asked.size() > taken.size();
    return new RedriveResult(redriven, conflicts, more ? cursor(taken) : null);
  }

  /** The dead letters from the cursor on, or the one of the id that is named. */
  List<MemoryMessage> asked(MemoryTopic topic, Redrive redrive) {
    if (redrive.id() != null) {
      return Stream.ofNullable(topic.newestEnded(redrive.id()))
          .filter(message -> message.endState() == redrive.state())
          .toList();
    }
    return topic.endedAs(redrive.state()).stream()
        .filter(message -> Cursors.read(() -> isAfter(redrive.cursor(), message)))
        .toList();
  }

  private static boolean isAfter(@Nullable String cursor, MemoryMessage message) {
    if (cursor == null) {
      return true;
    }
    int colon = cursor.indexOf(':');
    long forgetAt = Long.parseLong(cursor.substring(0, colon));
    long sequence = Long.parseLong(cursor.substring(colon + 1));
    long its = message.requireEnd().forgetAt();
    return its > forgetAt || (its == forgetAt && message.sequence > sequence);
  }

  private static String cursor(List<MemoryMessage> taken) {
    MemoryMessage last = taken.get(taken.size() - 1);
    return last.requireEnd().forgetAt() + ":" + last.sequence;
  }

  void revive(MemoryTopic topic, MemoryMessage dead, Redrive redrive, int index, Now now) {
    MemoryMessage again = dead.goOn(life.nextSequence(), dead.items);
    long delay = Due.millisUp(redrive.start().plus(redrive.spacing().multipliedBy(index)));
    again.setDue(now.up() + delay, 0);
    topic.ended.remove(dead);
    topic.live.put(again.id, again);
    life.changed.add(topic.name);
  }

  long purge(Topic name, Now now) {
    MemoryTopic topic = life.begin(name, now).orElse(null);
    if (topic == null) {
      return 0;
    }
    long count = (long) topic.live.size() + topic.ended.size();
    topic.purge();
    return count;
  }

  int purge(Topic name, State state, int limit, Now now) {
    MemoryTopic topic = life.begin(name, now).orElse(null);
    if (topic == null) {
      return 0;
    }
    List<MemoryMessage> gone = topic.endedAs(state).stream().limit(limit).toList();
    topic.ended.removeAll(gone);
    return gone.size();
  }
}
