package io.bide.dialect.rest;

import io.bide.Put;
import io.bide.PutResult;
import io.bide.Topic;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import io.bide.dialect.Refusal;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts messages: one object, or an array of them. */
final class Puts {
  private static final String KEY = "Idempotency-Key";
  private static final Map<PutResult.How, String> HOW = Map.of(
      PutResult.How.NEW, "stored",
      PutResult.How.REPLACED, "replaced",
      PutResult.How.MERGED, "merged");

  private final Json json;
  private final MessageJson messages;

  Puts(Json json, MessageJson messages) {
    this.json = json;
    this.messages = messages;
  }

  void put(Call call, String namespace) {
    Params.none(call);
    Topic topic = Topic.of(namespace, call.path("topic"));
    String key = key(call);
    Batch<Put> batch = json.read(call.body(), in -> read(in, topic, key));
    call.then(call.queue().put(batch.good()), results -> answer(call, batch, results));
  }

  void answer(Call call, Batch<Put> batch, List<PutResult> results) {
    if (batch.single()) {
      answer(call, results.get(0));
    } else {
      batch.answer(call, results, this::write);
    }
  }

  private static Batch<Put> read(JsonIn in, Topic topic, @Nullable String key) throws IOException {
    if (in.isObject()) {
      return Batch.of(PutJson.read(in, topic).build(key));
    }
    Batch<Put> batch = new Batch<>();
    batch.read(in, index -> {
      PutJson item = PutJson.read(in, topic);
      return () -> item.build(key == null ? null : key + "#" + index);
    });
    return batch;
  }

  static @Nullable String key(Call call) {
    String key = call.request().getHeader(KEY);
    if (key != null && call.request().headers().getAll(KEY).size() > 1) {
      throw new Refusal(
          400, "invalid", KEY, "the header " + KEY + " is given twice; give it once", Map.of());
    }
    return key;
  }

  private void answer(Call call, PutResult result) {
    if (result instanceof PutResult.Stored) {
      JsonOut out = new JsonOut();
      write(out, result);
      call.answer(201, RestDialect.JSON, out.toBuffer());
    } else if (result instanceof PutResult.Duplicate duplicate) {
      Problem problem = Problem.refused(
          409,
          "duplicate",
          "the id belongs to a live message, which is left as it is; use another id, or mode"
              + " \"replace\" or \"merge\"");
      JsonOut out = problem.begin().name("message");
      messages.writeWithoutBodies(out, duplicate.existing());
      problem.answer(call, out);
    } else if (result instanceof PutResult.Failed failed) {
      throw failed.error();
    }
  }

  private void write(JsonOut out, PutResult result) {
    if (result instanceof PutResult.Stored stored) {
      out.beginObject().field("status", String.valueOf(HOW.get(stored.how())));
      out.field("id", stored.id());
      MessageJson.writeTopic(out, "topic", stored.topic());
      out.field("created", stored.created().toEpochMilli());
      out.field("due", stored.due().toEpochMilli());
      if (stored.how() == PutResult.How.MERGED) {
        out.field("items", stored.items());
      }
      out.endObject();
    } else if (result instanceof PutResult.Duplicate duplicate) {
      out.beginObject().field("status", "duplicate").name("message");
      messages.writeWithoutBodies(out, duplicate.existing());
      out.endObject();
    } else if (result instanceof PutResult.Failed failed) {
      Problem.of(failed.error()).writeItem(out);
    }
  }
}
