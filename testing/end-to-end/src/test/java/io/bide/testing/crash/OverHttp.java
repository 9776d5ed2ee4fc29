package io.bide.testing.crash;

import io.bide.BideException;
import io.bide.CancelResult;
import io.bide.ErrorCode;
import io.bide.Page;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.RescheduleResult;
import io.bide.SettleResult;
import io.bide.State;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A queue behind a server. */
final class OverHttp implements Access {
  /** What {@link Load} wants of its topics; each test says over how many partitions. */
  private static final JsonObject SETTINGS = new JsonObject()
      .put("lease", Load.LEASE_MILLIS)
      .put("backoff", new JsonObject().put("fixed", "150ms"))
      .put("retention", "2h")
      .put("deadRetention", "2h")
      .put("keepBodies", true);

  private static final Map<String, PutResult.How> HOW = Map.of(
      "stored", PutResult.How.NEW,
      "replaced", PutResult.How.REPLACED,
      "merged", PutResult.How.MERGED);

  private static final Map<String, SettleResult.Answer> SETTLED = Map.of(
      "ok", SettleResult.Answer.OK,
      "stale-receipt", SettleResult.Answer.STALE,
      "ended", SettleResult.Answer.ENDED,
      "unknown-message", SettleResult.Answer.UNKNOWN);

  private final Requests requests;

  OverHttp(Requests requests) {
    this.requests = requests;
  }

  void configure(int partitions) {
    for (String topic : Load.TOPICS) {
      JsonObject settings = SETTINGS.copy().put("partitions", partitions);
      var unused = requests.send("PUT", "/v1/topics/" + topic, settings).join().requireOk();
    }
  }

  @Override
  public CompletableFuture<List<Reply>> put(List<Call.Put> puts) {
    return grouped(
        puts,
        put -> "/v1/topics/" + put.topic() + "/messages",
        OverHttp::json,
        (put, result) -> stored(result));
  }

  private static JsonObject json(Call.Put put) {
    JsonObject json =
        new JsonObject().put("body", Words.body(put.body())).put("delay", put.delay());
    if (put.id() != null) {
      json.put("id", put.id());
    }
    if (put.token() != null) {
      json.put("token", put.token());
    }
    if (put.ttl() > 0) {
      json.put("ttl", put.ttl());
    }
    if (put.maxAttempts() > 0) {
      json.put("maxAttempts", put.maxAttempts());
    }
    if (put.merge() != Call.Merge.NONE) {
      String due = put.merge() == Call.Merge.KEEP ? "keep" : "move";
      json.put("mode", "merge").put("merge", new JsonObject().put("due", due));
    }
    return json;
  }

  private static Reply stored(JsonObject result) {
    PutResult.How how = HOW.get(result.getString("status"));
    return how == null
        ? new Reply.Duplicate()
        : new Reply.Stored(
            result.getString("id"),
            how,
            result.getLong("created"),
            result.getLong("due"),
            result.getInteger("items", 1));
  }

  @Override
  public CompletableFuture<Reply> claim(Call.Claim claim) {
    JsonObject json = new JsonObject()
        .put("max", claim.max())
        .put("maxItems", claim.maxItems())
        .put("wait", claim.waitUpTo());
    if (claim.lease() > 0) {
      json.put("lease", claim.lease());
    }
    if (claim.id() != null) {
      json.put("id", claim.id());
    }
    boolean one = claim.topics().size() == 1;
    String path = one ? "/v1/topics/" + claim.topics().get(0) + "/claims" : "/v1/claims";
    return requests
        .send("POST", path, one ? json : json.put("topics", new JsonArray(claim.topics())))
        .thenApply(answer -> claimed(claim, answer.requireOk()));
  }

  private static Reply claimed(Call.Claim claim, JsonObject answer) {
    long lease = claim.lease() > 0 ? claim.lease() : Load.LEASE_MILLIS;
    return new Reply.Claimed(objects(answer, "messages")
        .map(message -> handout(message, answer.getLong("now"), lease))
        .toList());
  }

  private static Handout handout(JsonObject message, long now, long lease) {
    long leaseEnd = message.getLong("leaseEnd");
    return new Handout(
        Receipt.parse(message.getString("receipt")),
        message.getInteger("attempt"),
        message.getInteger("maxAttempts"),
        message.getLong("due"),
        // What came from the first of several topics was claimed a little before the answer.
        Math.min(now, leaseEnd - lease),
        leaseEnd,
        message.getLong("expiry", 0L),
        bodies(message));
  }

  private static List<String> bodies(JsonObject message) {
    if (message.containsKey("items")) {
      return objects(message, "items")
          .map(item -> Words.name(item.getString("body")))
          .toList();
    }
    return message.containsKey("body") ? List.of(Words.name(message.getString("body"))) : List.of();
  }

  @Override
  public CompletableFuture<List<Reply>> settle(List<Call.Settle> settles) {
    return grouped(
        settles,
        settle -> switch (settle.kind()) {
          case ACK -> "/v1/acks";
          case RELEASE -> "/v1/releases";
          case EXTEND -> "/v1/extensions";
        },
        OverHttp::json,
        (settle, result) -> settled(result));
  }

  private static JsonObject json(Call.Settle settle) {
    JsonObject json = new JsonObject().put("receipt", settle.receipt().encode());
    return switch (settle.kind()) {
      case ACK -> json;
      case RELEASE ->
        settle.millis() == Call.Settle.BACKOFF ? json : json.put("delay", settle.millis());
      case EXTEND -> json.put("lease", settle.millis());
    };
  }

  private static Reply settled(JsonObject result) {
    String status = result.getString("status");
    SettleResult.Answer answer = SETTLED.get(status);
    if (answer == null) {
      throw new IllegalStateException("no answer to a settle: " + result);
    }
    String state = result.getString("state");
    return new Reply.Settled(
        answer, state == null ? null : state(state), result.getLong("next", 0L));
  }

  @Override
  public CompletableFuture<Reply> cancel(Call.Cancel cancel) {
    String path = "/v1/topics/" + cancel.topic() + "/messages/" + cancel.id()
        + (cancel.voids() ? "?whenLeased=void" : "");
    return requests.send("DELETE", path, null).thenApply(answer -> {
      CancelResult.Answer result = answer.word("cancelled", CancelResult.Answer.class);
      return new Reply.Cancelled(result, answer.json().getInteger("itemsRemoved", 0));
    });
  }

  @Override
  public CompletableFuture<Reply> reschedule(Call.Reschedule move) {
    String path = "/v1/topics/" + move.topic() + "/messages/" + move.id();
    JsonObject json = new JsonObject().put("delay", move.delay());
    return requests.send("PATCH", path, json).thenApply(answer -> {
      RescheduleResult.Answer result = answer.word("rescheduled", RescheduleResult.Answer.class);
      return new Reply.Rescheduled(result, answer.json().getLong("due", 0L));
    });
  }

  @Override
  public CompletableFuture<Reply.Counts> stats(Call.Stats stats) {
    return requests.send("GET", "/v1/topics/" + stats.topic(), null).thenApply(answer -> {
      JsonObject counts = answer.requireOk().getJsonObject("counts");
      Map<State, Long> all = new EnumMap<>(State.class);
      counts.fieldNames().forEach(name -> all.put(state(name), counts.getLong(name)));
      return new Reply.Counts(Map.copyOf(all));
    });
  }

  @Override
  public CompletableFuture<Page<Event.Listed>> ended(String topic, State state, String cursor) {
    String path = "/v1/topics/" + topic + "/messages?bodies=true&limit=1000&state="
        + state.name().toLowerCase(Locale.ROOT)
        + (cursor == null ? "" : "&cursor=" + cursor);
    return requests.send("GET", path, null).thenApply(answer -> {
      JsonObject page = answer.requireOk();
      return new Page<>(
          objects(page, "messages").map(OverHttp::listed).toList(), page.getString("cursor"));
    });
  }

  private static Event.Listed listed(JsonObject message) {
    return new Event.Listed(
        message.getString("topic"),
        message.getString("id"),
        state(message.getString("state")),
        message.getInteger("attempts"),
        message.getInteger("maxAttempts"),
        bodies(message));
  }

  private static State state(String word) {
    return State.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private static java.util.stream.Stream<JsonObject> objects(JsonObject json, String name) {
    return json.getJsonArray(name).stream().map(JsonObject.class::cast);
  }

  /** Sends calls of one path in one request each; the replies come in the order of the calls. */
  private <C> CompletableFuture<List<Reply>> grouped(
      List<C> calls,
      Function<C, String> path,
      Function<C, JsonObject> json,
      BiFunction<C, JsonObject, Reply> reply) {
    Map<String, List<C>> groups = new LinkedHashMap<>();
    calls.forEach(
        call -> groups.computeIfAbsent(path.apply(call), p -> new ArrayList<>()).add(call));
    Map<C, Reply> replies = new HashMap<>();
    List<CompletableFuture<?>> all = new ArrayList<>();
    groups.forEach((where, group) -> {
      JsonArray array = new JsonArray(group.stream().map(json).toList());
      all.add(requests.send("POST", where, array).handle((answer, error) -> {
        synchronized (replies) {
          for (int i = 0; i < group.size(); i++) {
            replies.put(
                group.get(i), error == null ? item(answer, i, group.get(i), reply) : failed(error));
          }
        }
        return null;
      }));
    });
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenApply(done -> calls.stream().map(replies::get).toList());
  }

  private static <C> Reply item(
      Requests.Answer answer, int index, C call, BiFunction<C, JsonObject, Reply> reply) {
    if (answer.status() != 200) {
      return Words.failed(answer.code());
    }
    JsonObject result = answer.json().getJsonArray("results").getJsonObject(index);
    return result.getString("status").equals("failed")
        ? Words.failed(Requests.code(result.getJsonObject("error").getString("code")))
        : reply.apply(call, result);
  }

  private static Reply failed(Throwable error) {
    Throwable cause = error.getCause() == null ? error : error.getCause();
    return Words.failed(cause instanceof BideException known ? known.code() : ErrorCode.UNKNOWN);
  }
}
