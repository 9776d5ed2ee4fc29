package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.Endpoint;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Subscriptions;
import io.bide.Topic;
import io.bide.dialect.Call;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Puts messages that bring the endpoint to which they are pushed. */
final class Pushes {
  private static final String ANY_TOPIC = "push";

  private final Json json;
  private final Puts puts;
  private final Subscriptions subscriptions;

  Pushes(Json json, Puts puts, Subscriptions subscriptions) {
    this.json = json;
    this.puts = puts;
    this.subscriptions = subscriptions;
  }

  void push(Call call, String namespace) {
    Params.none(call);
    Topic any = Topic.of(namespace, ANY_TOPIC);
    String key = Puts.key(call);
    Batch<Put> batch = json.read(call.body(), in -> read(in, any, key));
    call.then(
        judged(batch.good()).thenCompose(verdicts -> put(call, batch.good(), verdicts)),
        results -> puts.answer(call, batch, results, false));
  }

  private static Batch<Put> read(JsonIn in, Topic any, @Nullable String key) throws IOException {
    if (in.isObject()) {
      return Batch.of(PushJson.read(in, any).build(key));
    }
    Batch<Put> batch = new Batch<>();
    batch.read(in, index -> {
      PushJson item = PushJson.read(in, any);
      return () -> item.build(key == null ? null : key + "#" + index);
    });
    return batch;
  }

  /** For each put why its endpoint may not be called, if so; each endpoint is asked about once. */
  private CompletableFuture<List<Optional<BideException>>> judged(List<Put> all) {
    Map<Endpoint, CompletableFuture<Optional<BideException>>> known = new HashMap<>();
    List<CompletableFuture<Optional<BideException>>> verdicts = new ArrayList<>();
    for (Put put : all) {
      Endpoint endpoint = Endpoint.in(put.attributes()).orElseThrow();
      verdicts.add(known.computeIfAbsent(endpoint, this::judge));
    }
    return CompletableFuture.allOf(verdicts.toArray(new CompletableFuture<?>[0]))
        .thenApply(done -> verdicts.stream().map(CompletableFuture::join).toList());
  }

  private CompletableFuture<Optional<BideException>> judge(Endpoint endpoint) {
    return subscriptions.check(endpoint).handle((good, failure) -> {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      if (cause == null || cause instanceof BideException) {
        return Optional.ofNullable((BideException) cause);
      }
      throw new CompletionException(cause);
    });
  }

  private static CompletableFuture<List<PutResult>> put(
      Call call, List<Put> all, List<Optional<BideException>> verdicts) {
    List<Put> good = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (verdicts.get(i).isEmpty()) {
        good.add(all.get(i));
      }
    }
    CompletableFuture<List<PutResult>> stored = good.isEmpty()
        ? CompletableFuture.completedFuture(List.of())
        : call.queue().put(good);
    return stored.thenApply(results -> inOrder(results, verdicts));
  }

  private static List<PutResult> inOrder(
      List<PutResult> results, List<Optional<BideException>> verdicts) {
    List<PutResult> all = new ArrayList<>();
    int next = 0;
    for (Optional<BideException> verdict : verdicts) {
      all.add(verdict.isPresent() ? new PutResult.Failed(verdict.get()) : results.get(next++));
    }
    return all;
  }

  /** One message with its endpoint, as it is read. */
  private static final class PushJson {
    private final EndpointJson endpoint = new EndpointJson();
    private final PutJson put;

    private PushJson(PutJson put) {
      this.put = put;
    }

    static PushJson read(JsonIn in, Topic any) throws IOException {
      PushJson item = new PushJson(PutJson.of(in, any));
      in.object(name -> item.endpoint.read(in, name) || item.put.read(name));
      return item;
    }

    Put build(@Nullable String key) {
      return put.build(key).pushedTo(endpoint.build(), endpoint.buildHeaders());
    }
  }
}
