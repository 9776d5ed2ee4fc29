package io.bide.testing;

import io.bide.Cause;
import io.bide.Delivery;
import io.bide.DeliveryMode;
import io.bide.Due;
import io.bide.Message;
import io.bide.Receipt;
import io.bide.State;
import io.bide.Topic;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Claim: who comes first, how much fits, and when to ask again. */
class Claims {
  static final Comparator<MemoryMessage> FRONT =
      Comparator.comparingLong((MemoryMessage message) -> -message.front);
  static final Comparator<MemoryMessage> BY_POSITION = Comparator.comparingLong(
          (MemoryMessage message) -> message.position)
      .thenComparingLong(message -> message.sequence);
  static final Comparator<MemoryMessage> BY_LEASE_END =
      Comparator.comparingLong(MemoryMessage::next).thenComparingLong(message -> message.sequence);

  final Life life;

  /** The last sequence when the call began: it serves its topic as it was then. */
  private long newest;

  Claims(Life life) {
    this.life = life;
  }

  /** What is left of a call's byte limit. */
  private static final class Budget {
    private final long limit;
    private long used;
    private boolean nothingYet = true;
    private boolean stopped;

    Budget(long limit) {
      this.limit = limit;
    }

    boolean fits(Item item) {
      return nothingYet || used + item.body.size() <= limit;
    }

    void take(Item item) {
      used += item.body.size();
      nothingYet = false;
    }
  }

  ClaimReply claim(Topic name, List<ClaimRequest> requests, long byteLimit, Now now) {
    MemoryTopic topic = life.begin(name, now).orElse(null);
    Budget budget = new Budget(byteLimit);
    newest = life.lastSequence;
    List<List<Delivery>> handedOut = new ArrayList<>();
    for (ClaimRequest request : requests) {
      handedOut.add(topic == null || topic.paused ? List.of() : serve(topic, request, budget, now));
    }
    List<ClaimReply.Grant> grants = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      String id = requests.get(i).id();
      OptionalLong next = id == null ? next(name, now.down()) : nextOf(topic, id, now.down());
      grants.add(new ClaimReply.Grant(handedOut.get(i), notBefore(now, next)));
    }
    return new ClaimReply(now.instant(), grants, budget.stopped);
  }

  private static @Nullable Instant notBefore(Now now, OptionalLong millis) {
    if (millis.isEmpty()) {
      return null;
    }
    return millis.getAsLong() <= now.down()
        ? now.instant()
        : Instant.ofEpochMilli(millis.getAsLong());
  }

  private List<Delivery> serve(MemoryTopic topic, ClaimRequest request, Budget budget, Now now) {
    List<Delivery> deliveries = new ArrayList<>();
    boolean alternates = false;
    List<MemoryMessage> picked;
    if (request.id() != null) {
      picked = ready(topic, now, message -> message.id.equals(request.id())).toList();
    } else {
      picked = pick(topic, request.max(), now);
      alternates = alternates(topic, request.max(), now);
    }
    for (int i = 0; i < picked.size() && !budget.stopped; i++) {
      MemoryMessage message = picked.get(i);
      if (!budget.fits(message.items.get(0))) {
        budget.stopped = true;
        break;
      }
      if (alternates && i == picked.size() - 1) {
        topic.freshTurn = !topic.freshTurn;
      }
      deliveries.add(handOut(topic, message, request, budget, now));
    }
    return deliveries;
  }

  Stream<MemoryMessage> ready(MemoryTopic topic, Now now, Predicate<MemoryMessage> which) {
    return topic.live.values().stream()
        .filter(message -> message.sequence <= newest)
        .filter(which)
        .filter(message -> life.judge(message, now.down()).state() == State.READY);
  }

  List<MemoryMessage> front(MemoryTopic topic, Now now) {
    return ready(topic, now, message -> message.leaseEnd == null && message.front != 0)
        .sorted(FRONT)
        .toList();
  }

  List<MemoryMessage> fresh(MemoryTopic topic, Now now) {
    return ready(topic, now, message -> message.leaseEnd == null && message.front == 0)
        .sorted(BY_POSITION)
        .toList();
  }

  List<MemoryMessage> endedLeases(MemoryTopic topic, Now now) {
    return ready(topic, now, message -> message.leaseEnd != null)
        .sorted(BY_LEASE_END)
        .toList();
  }

  /** Whether one place is left for two kinds, so that they take turns. */
  private boolean alternates(MemoryTopic topic, int max, Now now) {
    return max - front(topic, now).size() == 1
        && !endedLeases(topic, now).isEmpty()
        && !fresh(topic, now).isEmpty();
  }

  List<MemoryMessage> pick(MemoryTopic topic, int max, Now now) {
    List<MemoryMessage> front = front(topic, now);
    List<MemoryMessage> fresh = fresh(topic, now);
    List<MemoryMessage> ended = endedLeases(topic, now);
    int places = Math.max(0, max - front.size());
    int share = fresh.isEmpty() ? places : places / 2;
    if (alternates(topic, max, now)) {
      share = topic.freshTurn ? 0 : 1;
    }
    int first = Math.min(share, ended.size());
    return Stream.of(
            front.stream(),
            ended.stream().limit(first),
            fresh.stream(),
            ended.stream().skip(first))
        .flatMap(messages -> messages)
        .limit(max)
        .toList();
  }

  Delivery handOut(
      MemoryTopic topic, MemoryMessage message, ClaimRequest request, Budget budget, Now now) {
    int items = itemsToHandOut(message, request, budget);
    message.open |= message.leaseEnd != null;
    message.attempts++;
    message.fence = life.nextFence();
    message.claimed = now.down();
    message.leaseEnd = now.up() + Due.millisUp(leaseFor(topic, message, request));
    message.handedOut = items;
    message.everHandedOut = Math.max(message.everHandedOut, items);
    message.itemsAtClaim = message.items.size();
    message.nextDue = null;
    if (topic.settings.delivery() == DeliveryMode.AT_MOST_ONCE) {
      life.end(topic, message, items, State.DONE, Cause.ACKED, now, now);
      return new Delivery(message.show(State.DONE, items), null);
    }
    Message shown = message.show(State.LEASED, items);
    return new Delivery(shown, new Receipt(topic.name, 0, message.id, message.fence));
  }

  private static int itemsToHandOut(MemoryMessage message, ClaimRequest request, Budget budget) {
    int most = Math.min(request.maxItems(), message.itemsPerClaim);
    int items = 0;
    while (items < Math.min(most, message.items.size())
        && (items == 0 || budget.fits(message.items.get(items)))) {
      budget.take(message.items.get(items));
      items++;
    }
    return items;
  }

  private static Duration leaseFor(MemoryTopic topic, MemoryMessage message, ClaimRequest request) {
    if (request.lease() != null) {
      return request.lease();
    }
    return message.lease != null ? message.lease : topic.settings.lease();
  }

  private OptionalLong nextOf(@Nullable MemoryTopic topic, String id, long now) {
    MemoryMessage live = topic == null || topic.paused ? null : topic.live.get(id);
    return live == null ? OptionalLong.empty() : OptionalLong.of(readyAt(live, now));
  }

  private long readyAt(MemoryMessage live, long now) {
    return life.judge(live, now).state() == State.READY ? now : live.next();
  }

  /** When to ask again: now, the earliest position or lease end, and for notices the next death. */
  OptionalLong next(Topic name, long now) {
    MemoryTopic topic = life.topics.get(name);
    if (topic != null && topic.paused) {
      return OptionalLong.empty();
    }
    LongStream own = topic == null
        ? LongStream.empty()
        : topic.live.values().stream().mapToLong(message -> readyAt(message, now));
    return LongStream.concat(own, deathsIn(name, now)).min();
  }

  private LongStream deathsIn(Topic name, long now) {
    MemoryTopic source = life.topics.get(name.source());
    if (source == null || !name.isDeathNotices() || !source.settings.deathNotices()) {
      return LongStream.empty();
    }
    return source.live.values().stream().flatMapToLong(message -> deathOf(message, now));
  }

  /**
   * The same as {@link #next} without alarms that would ring for nothing: a lease whose end is a death
   * makes nothing ready, and not every lease can end in a death.
   */
  OptionalLong askAgainBy(Topic name, long now) {
    MemoryTopic topic = life.topics.get(name);
    MemoryTopic source = life.topics.get(name.source());
    if (topic != null && topic.paused) {
      return OptionalLong.empty();
    }
    LongStream own = topic == null
        ? LongStream.empty()
        : topic.live.values().stream()
            .filter(message -> life.judge(message, now).state().live() && becomesReady(message))
            .mapToLong(MemoryMessage::next);
    LongStream deaths = source == null || !name.isDeathNotices() || !source.settings.deathNotices()
        ? LongStream.empty()
        : source.live.values().stream().flatMapToLong(message -> deathOf(message, now));
    return LongStream.concat(own, deaths).min();
  }

  private static boolean becomesReady(MemoryMessage message) {
    boolean lastLease = message.leaseEnd != null && message.attempts == message.maxAttempts;
    return !lastLease && (message.expiry == null || message.next() < message.expiry);
  }

  private static LongStream deathOf(MemoryMessage message, long now) {
    Long leaseEnd = message.leaseRuns(now) ? message.leaseEnd : null;
    if (leaseEnd != null && message.attempts == message.maxAttempts) {
      return LongStream.of(leaseEnd);
    }
    if (message.expiry == null) {
      return LongStream.empty();
    }
    return LongStream.of(leaseEnd == null ? message.expiry : Math.max(leaseEnd, message.expiry));
  }
}
