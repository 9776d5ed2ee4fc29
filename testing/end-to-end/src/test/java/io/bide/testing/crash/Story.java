package io.bide.testing.crash;

import io.bide.CancelResult;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.RescheduleResult;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Topic;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A history written by hand. Times are milliseconds since its beginning; each call is answered at
 * once unless the story says otherwise. The body of a message is its id.
 */
final class Story {
  static final String TOPIC = "t";
  static final int MAX_ATTEMPTS = 3;
  static final long LEASE = 1_000;

  private static final long START = 1_000_000;

  private final List<Event> events = new ArrayList<>();
  private long now = START;
  private long ops;

  List<Violation> check() {
    return HistoryChecker.check(events);
  }

  List<Invariant> broken() {
    return check().stream().map(Violation::invariant).distinct().toList();
  }

  Story at(long millis) {
    now = START + millis;
    return this;
  }

  /** A call that is not answered until {@link #answer}. */
  long call(Call call) {
    events.add(new Event.Invoked(++ops, now * 1_000, call));
    return ops;
  }

  Story answer(long op, Reply reply) {
    events.add(new Event.Answered(op, now * 1_000, reply));
    return this;
  }

  Story ask(Call call, Reply reply) {
    return answer(call(call), reply);
  }

  Story crash() {
    events.add(new Event.Crashed(false));
    return this;
  }

  static Call.Put put(String id, long delay) {
    return new Call.Put(TOPIC, id, id, null, Call.Merge.NONE, delay, 0, MAX_ATTEMPTS);
  }

  static Call.Put tokenPut(String id) {
    return new Call.Put(TOPIC, id, id, "token-" + id, Call.Merge.NONE, 0, 0, MAX_ATTEMPTS);
  }

  static Call.Put mergePut(String id, String body) {
    return new Call.Put(TOPIC, id, body, null, Call.Merge.KEEP, 0, 0, MAX_ATTEMPTS);
  }

  static Call.Put ttlPut(String id, long ttl) {
    return new Call.Put(TOPIC, id, id, null, Call.Merge.NONE, 0, ttl, MAX_ATTEMPTS);
  }

  Reply.Stored stored(String id, long delay) {
    return new Reply.Stored(id, PutResult.How.NEW, now, now + delay, 1);
  }

  /** A put that is stored. */
  Story put(String id) {
    return ask(put(id, 0), stored(id, 0));
  }

  /** An item that is stored. */
  Story merge(String id, String body) {
    return ask(mergePut(id, body), stored(id, 0));
  }

  static Call.Claim claim() {
    return new Call.Claim(List.of(TOPIC), null, 10, 1_000, LEASE, 0);
  }

  static Call.Claim waitingClaim(long millis) {
    return new Call.Claim(List.of(TOPIC), null, 10, 1_000, LEASE, millis);
  }

  Story claim(Handout... handouts) {
    return ask(claim(), new Reply.Claimed(List.of(handouts)));
  }

  static Receipt receipt(String id, long fence) {
    return new Receipt(Topic.of(TOPIC), 0, id, fence);
  }

  /** Handed out now, for a second, due since the beginning. */
  Handout handout(String id, long fence, int attempt, String... bodies) {
    return new Handout(
        receipt(id, fence),
        attempt,
        MAX_ATTEMPTS,
        START,
        now,
        now + LEASE,
        0,
        bodies.length == 0 ? List.of(id) : List.of(bodies));
  }

  Handout handoutDueAt(long due, String id, long fence, int attempt) {
    Handout it = handout(id, fence, attempt);
    return new Handout(
        it.receipt(),
        attempt,
        MAX_ATTEMPTS,
        START + due,
        now,
        it.leaseEnd(),
        it.expiry(),
        it.bodies());
  }

  Handout handoutExpiringAt(long expiry, String id, long fence) {
    Handout it = handout(id, fence, 1);
    return new Handout(
        it.receipt(), 1, MAX_ATTEMPTS, it.due(), now, it.leaseEnd(), START + expiry, it.bodies());
  }

  static Call.Settle settle(Call.Settle.Kind kind, String id, long fence, long millis) {
    return new Call.Settle(kind, receipt(id, fence), millis);
  }

  static Call.Settle ack(String id, long fence) {
    return settle(Call.Settle.Kind.ACK, id, fence, 0);
  }

  Story acked(String id, long fence) {
    return ask(ack(id, fence), settled(SettleResult.Answer.OK, State.DONE));
  }

  Story released(String id, long fence, long delay) {
    return ask(
        settle(Call.Settle.Kind.RELEASE, id, fence, delay),
        new Reply.Settled(SettleResult.Answer.OK, State.WAITING, now + delay));
  }

  Story extended(String id, long fence, long lease) {
    return ask(
        settle(Call.Settle.Kind.EXTEND, id, fence, lease),
        new Reply.Settled(SettleResult.Answer.OK, State.LEASED, now + lease));
  }

  static Reply settled(SettleResult.Answer answer, State state) {
    return new Reply.Settled(answer, state, 0);
  }

  static Call.Cancel cancel(String id) {
    return new Call.Cancel(TOPIC, id, false);
  }

  Story cancelled(String id) {
    return ask(cancel(id), new Reply.Cancelled(CancelResult.Answer.CANCELLED, 0));
  }

  Story rescheduled(String id, long delay) {
    return ask(
        new Call.Reschedule(TOPIC, id, delay),
        new Reply.Rescheduled(RescheduleResult.Answer.RESCHEDULED, now + delay));
  }

  Story listed(String id, State state, int attempts, String... bodies) {
    events.add(new Event.Listed(
        TOPIC,
        id,
        state,
        attempts,
        MAX_ATTEMPTS,
        bodies.length == 0 ? List.of(id) : List.of(bodies)));
    return this;
  }

  Story counted(State state, long count) {
    Map<State, Long> counts = new EnumMap<>(State.class);
    counts.put(state, count);
    return ask(new Call.Stats(TOPIC), new Reply.Counts(counts));
  }

  Story complete() {
    events.add(new Event.Complete());
    return this;
  }
}
