package io.bide.dialect.rest;

import io.bide.Message;
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
  private static final String BODIES = "bodies";
  /** Once an answer is as large as this, it shows no further bodies of messages that were there before. */
  private static final int MAX_SHOWN_BYTES = 4 * 1_024 * 1_024;

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
    boolean bodies = Params.of(call, List.of(BODIES)).flag(BODIES);
    Topic topic = Topic.of(namespace, call.path("topic"));
    String key = key(call);
    Batch<Put> batch = json.read(call.body(), in -> read(in, topic, key));
    call.then(call.queue().put(batch.good()), results -> answer(call, batch, results, bodies));
  }

  void answer(Call call, Batch<Put> batch, List<PutResult> results, boolean bodies) {
    if (batch.single()) {
      answer(call, results.get(0), bodies);
    } else {
      batch.answer(call, results, (out, result) -> write(out, result, bodies));
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

  private void answer(Call call, PutResult result, boolean bodies) {
    if (result instanceof PutResult.Stored) {
      JsonOut out = new JsonOut();
      write(out, result, bodies);
      call.answer(201, RestDialect.JSON, out.toBuffer());
    } else if (result instanceof PutResult.Duplicate duplicate) {
      Problem problem = Problem.refused(
          409,
          "duplicate",
          "the id belongs to a live message, which is left as it is; use another id, or mode"
              + " \"replace\" or \"merge\"");
      JsonOut out = problem.begin().name("message");
      write(out, duplicate.existing(), bodies);
      problem.answer(call, out);
    } else if (result instanceof PutResult.Failed failed) {
      throw failed.error();
    }
  }

  private void write(JsonOut out, PutResult result, boolean bodies) {
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
      write(out, duplicate.existing(), bodies);
      out.endObject();
    } else if (result instanceof PutResult.Failed failed) {
      Problem.of(failed.error()).writeItem(out);
    }
  }

  private void write(JsonOut out, Message existing, boolean bodies) {
    if (bodies && out.size() < MAX_SHOWN_BYTES) {
      messages.write(out, existing);
    } else {
      messages.writeWithoutBodies(out, existing);
    }
  }
}
