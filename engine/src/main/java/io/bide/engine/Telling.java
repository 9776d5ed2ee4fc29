package io.bide.engine;

import io.bide.Delivery;
import io.bide.Event;
import io.bide.Event.Settled.Kind;
import io.bide.Message;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.Topic;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes events out of answers, unless nobody listens. */
final class Telling {
  private final EventHub events;
  private final InstantSource clock;

  Telling(EventHub events, InstantSource clock) {
    this.events = events;
    this.clock = clock;
  }

  void put(List<PutResult> results) {
    if (events.silent()) {
      return;
    }
    Instant now = clock.instant();
    for (PutResult result : results) {
      if (result instanceof PutResult.Stored stored) {
        events.tell(new Event.Stored(stored.topic(), now, stored.id(), stored.how(), stored.due()));
      } else if (result instanceof PutResult.Duplicate duplicate) {
        Message existing = duplicate.existing();
        events.tell(new Event.Refused(existing.topic(), now, existing.id()));
      }
    }
  }

  void claimed(Instant now, List<Delivery> deliveries) {
    if (events.silent()) {
      return;
    }
    for (Delivery delivery : deliveries) {
      Message message = delivery.message();
      // Since when a message that is handed out again was ready is not known here.
      Instant available = message.attempts() == 1 ? message.due() : now;
      events.tell(
          new Event.Claimed(message.topic(), now, message.id(), message.attempts(), available));
    }
  }

  void settled(List<? extends Settle> settles, List<SettleResult> results) {
    if (events.silent()) {
      return;
    }
    Instant now = clock.instant();
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i).ok()) {
        Settle settle = settles.get(i);
        events.tell(
            new Event.Settled(settle.target().topic(), now, settle.target().id(), kind(settle)));
      }
    }
  }

  void cancelled(Topic topic, String id) {
    if (!events.silent()) {
      events.tell(new Event.Cancelled(topic, clock.instant(), id));
    }
  }

  void rescheduled(Topic topic, String id, @Nullable Instant due) {
    if (!events.silent()) {
      events.tell(new Event.Rescheduled(topic, clock.instant(), id, due));
    }
  }

  void redriven(Topic topic, int messages) {
    if (messages > 0 && !events.silent()) {
      events.tell(new Event.Redriven(topic, clock.instant(), messages));
    }
  }

  void paused(Topic topic, boolean paused) {
    if (!events.silent()) {
      events.tell(new Event.Paused(topic, clock.instant(), paused));
    }
  }

  void purged(Topic topic, long messages) {
    if (messages > 0 && !events.silent()) {
      events.tell(new Event.Purged(topic, clock.instant(), messages));
    }
  }

  private static Kind kind(Settle settle) {
    if (settle instanceof Settle.Ack) {
      return Kind.ACK;
    }
    if (settle instanceof Settle.Release) {
      return Kind.RELEASE;
    }
    return settle instanceof Settle.Extend ? Kind.EXTEND : Kind.UNCLAIM;
  }
}
