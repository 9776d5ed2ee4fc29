package io.bide.server.transfer;

import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.JsonOut;
import io.bide.dialect.Refusal;
import io.bide.dialect.Right;
import io.bide.dialect.Route;
import io.bide.imports.Progress;
import io.bide.imports.Skip;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The routes that start, watch and stop imports. They belong to the native protocol. */
public final class ImportDialect implements Dialect {
  private static final String JSON = "application/json";

  private final Imports imports;
  private final BiConsumer<Call, Throwable> failures;

  /**
   * The routes.
   *
   * @param failures answers calls that failed, as the native dialect does
   */
  public ImportDialect(Imports imports, BiConsumer<Call, Throwable> failures) {
    this.imports = imports;
    this.failures = failures;
  }

  @Override
  public String name() {
    return "imports";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.post("/v1/imports", Right.OPERATE, this::start),
        Route.get("/v1/imports/{id}", Right.OPERATE, this::show),
        Route.delete("/v1/imports/{id}", Right.OPERATE, this::stop));
  }

  @Override
  public void fail(Call call, Throwable failure) {
    failures.accept(call, failure);
  }

  @Override
  public void close() {
    imports.close();
  }

  private void start(Call call) {
    refuseParameters(call);
    answer(call, 202, imports.start(ImportJson.plan(call.body()), call.queue()));
  }

  private void show(Call call) {
    refuseParameters(call);
    answer(call, 200, imports.find(call.path("id")));
  }

  private void stop(Call call) {
    refuseParameters(call);
    Imports.Named named = imports.find(call.path("id"));
    named.one().stop();
    answer(call, 200, named);
  }

  private static void refuseParameters(Call call) {
    if (call.request().query() != null) {
      throw new Refusal(400, "invalid", "this takes no query parameters; remove them");
    }
  }

  private static void answer(Call call, int status, Imports.Named named) {
    Progress progress = named.one().progress();
    JsonOut out = new JsonOut();
    out.beginObject()
        .field("id", named.id())
        .field("from", named.one().plan().from().word());
    out.field("redis", named.one().plan().safeRedis());
    out.field("dryRun", named.one().plan().dryRun())
        .field("keep", named.one().plan().keep());
    out.field("state", progress.state().word()).field("total", progress.total());
    out.field("seen", progress.seen()).field("stored", progress.stored());
    out.field("already", progress.already()).field("removed", progress.removed());
    out.name("skipped").beginObject();
    new TreeMap<Skip, Long>(progress.skipped())
        .forEach((why, count) -> out.field(why.word(), count));
    out.endObject().name("problems").beginArray();
    progress.problems().forEach(out::text);
    out.endArray().field("started", progress.started().toEpochMilli());
    optional(out, progress.ended());
    out.optional("error", progress.error()).endObject();
    call.answer(status, JSON, out.toBuffer());
  }

  private static void optional(JsonOut out, @Nullable Instant ended) {
    if (ended != null) {
      out.field("ended", ended.toEpochMilli());
    }
  }
}
