package io.bide.client;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gathers items into requests, without making any wait for company: what comes first goes out at
 * once; what comes while its {@linkplain Lanes lane} has a request under way goes out together as soon
 * as that has landed, or has taken long. So the more there is to do, the more goes into one request.
 *
 * <p>An item that failed in a way that may pass is sent again after a pause. No item outlives its
 * deadline: a request has that of its earliest item, and what waits for a request waits for nothing
 * else than requests that were made before. Thread-safe.
 */
final class Coalescer<K, R> {
  /** After so long a request is no longer waited for by those that could go with the next one. */
  private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(20);

  private final Lanes<K, R> lanes = new Lanes<>();
  private final Gathered<K, R> kind;
  private final Calls calls;
  private final Threads threads;
  private final Gate gate;
  private final int retries;

  Coalescer(Gathered<K, R> kind, Calls calls, Threads threads, Gate gate, int retries) {
    this.kind = kind;
    this.calls = calls;
    this.threads = threads;
    this.gate = gate;
    this.retries = retries;
  }

  /** Sends items, in their order; each takes its weight of the gate's room until it is answered. */
  void add(K key, List<Item<R>> items, Limits limits) {
    lanes.add(key, items, limits);
    pump(limits);
  }

  private void pump(Limits limits) {
    for (Lanes.Batch<K, R> batch = lanes.next(limits); batch != null; batch = lanes.next(limits)) {
      send(batch, limits);
    }
  }

  private void send(Lanes.Batch<K, R> batch, Limits limits) {
    Deadline deadline =
        batch.items().stream().map(Item::deadline).reduce(Deadline::earlier).orElseThrow();
    Request request = kind.request(batch.key(), array(batch.items()));
    Future<?> patience = threads.after(SLOW, () -> slow(batch, limits));
    var unused = calls.call(request, deadline).whenComplete((reply, failure) -> {
      patience.cancel(false);
      lanes.landed(batch, limits);
      pump(limits);
      if (reply == null) {
        fail(batch, Calls.asError(failure));
      } else {
        answer(batch, request, reply, limits);
      }
    });
  }

  private void slow(Lanes.Batch<K, R> batch, Limits limits) {
    lanes.slow(batch, limits);
    pump(limits);
  }

  private static <R> byte[] array(List<Item<R>> items) {
    int size = 1;
    for (Item<R> item : items) {
      size += 1 + item.json().length;
    }
    byte[] array = new byte[size];
    int end = 0;
    for (Item<R> item : items) {
      byte[] json = item.json();
      array[end] = (byte) (end == 0 ? '[' : ',');
      System.arraycopy(json, 0, array, end + 1, json.length);
      end += 1 + json.length;
    }
    array[end] = ']';
    return array;
  }

  private void fail(Lanes.Batch<K, R> batch, BideException error) {
    for (Item<R> item : batch.items()) {
      if (item.end()) {
        gate.unload(item.weight());
        item.failed(item.unknown() ? Calls.honest(error) : error);
      }
    }
  }

  private void answer(Lanes.Batch<K, R> batch, Request request, Reply reply, Limits limits) {
    List<R> results;
    try {
      results = read(batch, reply);
    } catch (BideException e) {
      fail(batch, e);
      return;
    }
    List<Item<R>> again = new ArrayList<>(0);
    for (int i = 0; i < results.size(); i++) {
      Item<R> item = batch.items().get(i);
      R result = results.get(i);
      if (mayPass(item, kind.errorOf(result), request.repeatable())) {
        again.add(item);
      } else if (item.end()) {
        gate.unload(item.weight());
        boolean seen = reply.afterUnknown() || item.unknown();
        item.answered(seen ? kind.afterUnknown(batch.key(), result) : result);
      }
    }
    if (!again.isEmpty()) {
      later(batch.key(), again, limits);
    }
  }

  private List<R> read(Lanes.Batch<K, R> batch, Reply reply) {
    List<R> results = reply.read(in -> readResults(in, batch.key()));
    if (results.size() != batch.items().size()) {
      throw new BideException(
          ErrorCode.UNKNOWN,
          "the server has answered " + results.size() + " of " + batch.items().size() + " items");
    }
    return results;
  }

  private List<R> readResults(JsonIn in, K key) throws IOException {
    List<R> results = new ArrayList<>();
    in.object(name -> {
      if (name.equals("results")) {
        in.array(() -> results.add(kind.read(key, in)));
      } else {
        in.skip();
      }
    });
    return results;
  }

  /** Whether an item failed, but is worth another try. */
  private boolean mayPass(Item<R> item, @Nullable BideException error, boolean repeatable) {
    if (error == null || gate.isClosed()) {
      return false;
    }
    boolean unknown = error.code() == ErrorCode.UNKNOWN;
    boolean worthIt = unknown ? repeatable : Calls.isServersTrouble(error);
    return worthIt && item.tried(unknown) <= retries && item.deadline().left() > 0;
  }

  private void later(K key, List<Item<R>> items, Limits limits) {
    int tries = retries;
    for (Item<R> item : items) {
      tries = Math.min(tries, item.tries());
      // It waits behind requests that may take longer than it has.
      var unused = threads.after(item.deadline().left(), () -> expire(item));
    }
    var unused = threads.after(Pause.before(tries), () -> add(key, items, limits));
  }

  private void expire(Item<R> item) {
    if (item.end()) {
      gate.unload(item.weight());
      ErrorCode code = item.unknown() ? ErrorCode.UNKNOWN : ErrorCode.UNAVAILABLE;
      item.failed(new BideException(code, "it has failed again and again until its deadline"));
    }
  }
}
