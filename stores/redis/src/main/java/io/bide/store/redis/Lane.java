package io.bide.store.redis;

import io.bide.SystemTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The operations of one kind for one partition, in the order they came.
 *
 * <p>The first one is sent at once. While its call is under way others gather, and the answer sends them all
 * in one call; so the number of calls follows the speed of Redis and not the number of callers. When many
 * have gathered a second call does not wait for the first, as far as it is about other messages: nothing says
 * which of the two Redis runs first.
 */
final class Lane {
  static final int MAX_OPERATIONS = 256;
  static final int MAX_BYTES = 1 << 20;

  private static final int CROWD = 64;
  private static final int MAX_CALLS = 2;

  private final Calls calls;
  private final Script script;
  private final Lanes.Place place;
  private final BiConsumer<Lane, Collection<Operation>> over;
  private final ArrayDeque<Operation> waiting = new ArrayDeque<>();
  private final Set<String> idsUnderWay = new HashSet<>();
  private int underWay;

  /**
   * An empty lane.
   *
   * @param over told after each answer, with what has to be sent elsewhere
   */
  Lane(
      Calls calls, Script script, Lanes.Place place, BiConsumer<Lane, Collection<Operation>> over) {
    this.calls = calls;
    this.script = script;
    this.place = place;
    this.over = over;
  }

  Lanes.Place place() {
    return place;
  }

  synchronized void add(List<Operation> operations) {
    waiting.addAll(operations);
  }

  synchronized boolean isIdle() {
    return waiting.isEmpty() && underWay == 0;
  }

  /** Sends what may be sent now. */
  void go() {
    for (Batch batch = next(); batch != null; batch = next()) {
      send(batch);
    }
  }

  private synchronized @Nullable Batch next() {
    boolean may = underWay == 0 || (underWay < MAX_CALLS && waiting.size() >= CROWD);
    if (waiting.isEmpty() || !may) {
      return null;
    }
    List<Operation> batch = new ArrayList<>();
    long bytes = 0;
    while (!waiting.isEmpty() && batch.size() < MAX_OPERATIONS) {
      bytes += waiting.element().size();
      boolean full = bytes > MAX_BYTES && !batch.isEmpty();
      if (full || idsUnderWay.contains(waiting.element().id())) {
        break;
      }
      batch.add(waiting.remove());
    }
    if (batch.isEmpty()) {
      return null;
    }
    underWay++;
    boolean distinct = true;
    for (Operation operation : batch) {
      distinct &= idsUnderWay.add(operation.id());
    }
    return new Batch(batch, distinct);
  }

  private synchronized void arrived(List<Operation> batch) {
    underWay--;
    batch.forEach(operation -> idsUnderWay.remove(operation.id()));
  }

  private void send(Batch sent) {
    List<Operation> batch = sent.operations();
    long start = SystemTime.nanos();
    var unused = calls
        .run(place.topic(), place.partition(), place.partitions(), script, sent.arguments())
        .whenComplete((reply, error) -> {
          arrived(batch);
          go();
          if (error == null) {
            calls.committed(batch.size(), SystemTime.nanos() - start);
          }
          over.accept(this, answer(batch, reply, error));
        });
  }

  /** Answers the operations; those that were sent for the wrong number of partitions come back. */
  private Collection<Operation> answer(
      List<Operation> batch, Calls.@Nullable Reply reply, @Nullable Throwable error) {
    if (reply != null) {
      for (int i = 0; i < batch.size(); i++) {
        Object answer = reply.list().get(i);
        batch.get(i).answered(answer instanceof Long ? reply.now() : answer);
      }
      return List.of();
    }
    Throwable plain = Failures.plain(error == null ? new IllegalStateException() : error);
    if (plain instanceof Calls.OtherPartitions other) {
      calls.learn(place.topic(), other.partitions);
      return batch;
    }
    batch.forEach(operation -> operation.failed(Failures.of(plain, true)));
    return List.of();
  }
}
