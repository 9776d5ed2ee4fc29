package io.bide.testing.crash;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A history with its calls and answers brought together, and sorted by message. */
final class History {
  private final Map<Long, Event.Invoked> open = new LinkedHashMap<>();
  private final Map<Long, Integer> openedAt = new LinkedHashMap<>();
  private final List<Op<Call.Claim>> claims = new ArrayList<>();
  private final List<Op<Call.Stats>> stats = new ArrayList<>();
  private final List<Op<Call.Put>> puts = new ArrayList<>();
  private final List<Op<? extends Call>> others = new ArrayList<>();
  private final List<Event.Listed> listed = new ArrayList<>();
  private final Map<Life.Key, Life> lives = new LinkedHashMap<>();
  private boolean complete;
  private long clock;

  History(List<Event> events) {
    for (int line = 0; line < events.size(); line++) {
      read(line, events.get(line));
    }
    die(events.size());
    sort();
  }

  List<Op<Call.Claim>> claims() {
    return claims;
  }

  /** Claims that may have taken something and never told. */
  List<Op<Call.Claim>> lostClaims() {
    return claims.stream()
        .filter(claim -> claim.outcome() == Op.Outcome.UNKNOWN)
        .toList();
  }

  List<Op<Call.Stats>> stats() {
    return stats;
  }

  List<Op<Call.Put>> puts() {
    return puts;
  }

  List<Event.Listed> listed() {
    return listed;
  }

  Collection<Life> lives() {
    return lives.values();
  }

  /** Whether what has ended was listed to the end. */
  boolean complete() {
    return complete;
  }

  /** Every call that was made. */
  List<Op<? extends Call>> all() {
    List<Op<? extends Call>> all = new ArrayList<>(others);
    all.addAll(puts);
    all.addAll(claims);
    all.addAll(stats);
    return all;
  }

  private void read(int line, Event event) {
    if (event instanceof Event.Invoked invoked) {
      clock = invoked.at();
      open.put(invoked.op(), invoked);
      openedAt.put(invoked.op(), line);
    } else if (event instanceof Event.Answered answered) {
      clock = answered.at();
      Event.Invoked invoked = open.remove(answered.op());
      if (invoked == null) {
        throw new IllegalArgumentException("line " + line + " answers nothing: " + answered);
      }
      add(invoked, line, answered.at(), answered.reply());
    } else if (event instanceof Event.Listed it) {
      listed.add(it);
    } else if (event instanceof Event.Complete) {
      complete = true;
    } else {
      die(line);
    }
  }

  private void die(int line) {
    open.values().forEach(invoked -> add(invoked, line, clock, null));
    open.clear();
  }

  private void add(Event.Invoked invoked, int to, long after, @Nullable Reply reply) {
    Call call = invoked.call();
    if (call instanceof Call.Put put) {
      puts.add(op(invoked, to, after, put, reply));
    } else if (call instanceof Call.Claim claim) {
      claims.add(op(invoked, to, after, claim, reply));
    } else if (call instanceof Call.Stats asked) {
      stats.add(op(invoked, to, after, asked, reply));
    } else {
      others.add(op(invoked, to, after, call, reply));
    }
  }

  private <C extends Call> Op<C> op(
      Event.Invoked invoked, int to, long after, C call, @Nullable Reply reply) {
    Integer from = openedAt.remove(invoked.op());
    return new Op<>(invoked.op(), from == null ? to : from, to, invoked.at(), after, call, reply);
  }

  private void sort() {
    Map<String, String> idOfBody = new LinkedHashMap<>();
    for (Op<Call.Claim> claim : claims) {
      for (Handout handout : handouts(claim)) {
        life(handout.topic(), handout.id()).add(claim, handout);
        handout.bodies().forEach(body -> idOfBody.put(body, handout.id()));
      }
    }
    for (Event.Listed it : listed) {
      life(it.topic(), it.id()).add(it);
      it.bodies().forEach(body -> idOfBody.putIfAbsent(body, it.id()));
    }
    puts.forEach(put -> addPut(put, idOfBody));
    others.forEach(this::addOther);
    lives.values().forEach(Life::sort);
  }

  /** A put without an id belongs where its body turned up; if it never did, nowhere. */
  private void addPut(Op<Call.Put> put, Map<String, String> idOfBody) {
    String id = put.call().id();
    if (id == null && put.reply() instanceof Reply.Stored stored) {
      id = stored.id();
    }
    if (id == null) {
      id = idOfBody.get(put.call().body());
    }
    if (id != null) {
      life(put.call().topic(), id).addPut(put);
    }
  }

  private void addOther(Op<? extends Call> op) {
    Call call = op.call();
    if (call instanceof Call.Settle settle) {
      life(settle.receipt().topic().name(), settle.receipt().id()).addSettle(cast(op, settle));
    } else if (call instanceof Call.Cancel cancel) {
      life(cancel.topic(), cancel.id()).addCancel(cast(op, cancel));
    } else if (call instanceof Call.Reschedule reschedule) {
      life(reschedule.topic(), reschedule.id()).addReschedule(cast(op, reschedule));
    }
  }

  private static <C extends Call> Op<C> cast(Op<? extends Call> op, C call) {
    return new Op<>(op.number(), op.from(), op.to(), op.before(), op.after(), call, op.reply());
  }

  static List<Handout> handouts(Op<Call.Claim> claim) {
    return claim.reply() instanceof Reply.Claimed claimed ? claimed.handouts() : List.of();
  }

  private Life life(String topic, String id) {
    return lives.computeIfAbsent(new Life.Key(topic, id), Life::new);
  }
}
