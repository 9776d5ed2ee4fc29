package io.bide.client;

import io.bide.BideException;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Puts on their way; those of one topic share requests. Every one has a token, so it is repeatable. */
final class Puts implements Gathered<Topic, PutResult> {
  private final Coalescer<Topic, PutResult> coalescer;
  private final KnownLimits limits;
  private final Gate gate;
  private final Names names;
  private final Duration deadline;

  Puts(
      Calls calls,
      KnownLimits limits,
      Threads threads,
      Gate gate,
      Names names,
      ClientConfig config) {
    this.coalescer = new Coalescer<>(this, calls, threads, gate, config.retries());
    this.limits = limits;
    this.gate = gate;
    this.names = names;
    this.deadline = config.deadline();
  }

  CompletableFuture<List<PutResult>> put(List<Put> puts) {
    List<Put> copy = List.copyOf(puts);
    Deadline until = Deadline.in(deadline);
    return copy.isEmpty()
        ? CompletableFuture.completedFuture(List.of())
        : limits.with(known -> {
          known.checkBatch("puts", copy.size());
          return send(copy, until, known);
        });
  }

  /** Puts as many as there are, at least one, in as many requests as that takes. */
  CompletableFuture<List<PutResult>> putAll(List<Put> puts) {
    Deadline until = Deadline.in(deadline);
    return limits.with(known -> send(puts, until, known));
  }

  private CompletableFuture<List<PutResult>> send(List<Put> puts, Deadline until, Limits known) {
    Group<PutResult> group = new Group<>(puts.size(), PutResult.Failed::new);
    Map<Topic, List<Item<PutResult>>> byTopic = new LinkedHashMap<>();
    Map<Integer, BideException> refused = new LinkedHashMap<>(0);
    long weight = 0;
    for (int i = 0; i < puts.size(); i++) {
      try {
        byte[] json = PutJson.write(puts.get(i), names);
        known.checkItem("body", json.length);
        Item<PutResult> item = new Item<>(json, group, i, until);
        byTopic
            .computeIfAbsent(puts.get(i).topic(), topic -> new ArrayList<>(1))
            .add(item);
        weight += item.weight();
      } catch (BideException e) {
        refused.put(i, e);
      }
    }
    gate.load(weight);
    refused.forEach((index, error) -> group.answered(index, new PutResult.Failed(error)));
    byTopic.forEach((topic, items) -> coalescer.add(topic, items, known));
    return group.answer();
  }

  @Override
  public Request request(Topic topic, byte[] items) {
    return Request.repeatable("POST", Paths.messages(topic) + "?bodies=true", items);
  }

  @Override
  public PutResult read(Topic topic, JsonIn in) throws IOException {
    return PutJson.readResult(in);
  }

  @Override
  public @Nullable BideException errorOf(PutResult result) {
    return result instanceof PutResult.Failed failed ? failed.error() : null;
  }

  /** The token takes care of it: a put that had happened is answered as it was at first. */
  @Override
  public PutResult afterUnknown(Topic topic, PutResult result) {
    return result instanceof PutResult.Failed failed
        ? new PutResult.Failed(Calls.honest(failed.error()))
        : result;
  }
}
