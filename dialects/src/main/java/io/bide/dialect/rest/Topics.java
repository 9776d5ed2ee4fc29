package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.Page;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What operators do with topics: look, set, pause, purge, redrive. */
final class Topics {
  private static final int DEFAULT_LIMIT = 100;

  private final Json json;

  Topics(Json json) {
    this.json = json;
  }

  /** A topic as it is shown. */
  private record Shown(TopicStats stats, TopicSettings settings) {}

  void list(Call call, String namespace) {
    Params params = Params.of(call, List.of("cursor", "limit", "counts", "all"));
    int limit = params.integer("limit", DEFAULT_LIMIT);
    boolean counts = params.flag("counts");
    checkNamespace(namespace);
    DelayQueue queue = call.queue();
    call.then(
        topics(call, namespace, params, limit)
            .thenCompose(page -> counts
                ? TopicList.withCounts(queue, page)
                : CompletableFuture.completedFuture(TopicList.plain(page))),
        list -> {
          JsonOut out = new JsonOut();
          list.write(out);
          call.answer(200, RestDialect.JSON, out.toBuffer());
        });
  }

  private static CompletableFuture<Page<Topic>> topics(
      Call call, String namespace, Params params, int limit) {
    String cursor = params.text("cursor");
    return params.flag("all")
        ? call.queue().topics(cursor, limit)
        : TopicList.of(call.queue(), namespace, cursor, limit);
  }

  /** The rules for its name are those of a topic in it. */
  private static void checkNamespace(String namespace) {
    Topic.of(namespace, "any");
  }

  void show(Call call, String namespace) {
    Params.none(call);
    show(call, topic(call, namespace), CompletableFuture.completedFuture(null));
  }

  void configure(Call call, String namespace) {
    Params.none(call);
    Topic topic = topic(call, namespace);
    TopicSettings settings =
        json.read(call.body(), in -> TopicSettingsJson.read(in)).build();
    show(call, topic, call.queue().configure(topic, settings));
  }

  void pause(Call call, String namespace) {
    json.nothing(call);
    Topic topic = topic(call, namespace);
    show(call, topic, call.queue().pause(topic));
  }

  void resume(Call call, String namespace) {
    json.nothing(call);
    Topic topic = topic(call, namespace);
    show(call, topic, call.queue().resume(topic));
  }

  private static void show(Call call, Topic topic, CompletableFuture<Void> first) {
    DelayQueue queue = call.queue();
    call.then(
        first
            .thenCompose(done -> queue.stats(topic))
            .thenCombine(first.thenCompose(done -> queue.settings(topic)), Shown::new),
        shown -> {
          JsonOut out = new JsonOut(1_024);
          write(out, shown);
          call.answer(200, RestDialect.JSON, out.toBuffer());
        });
  }

  private static void write(JsonOut out, Shown shown) {
    TopicStats stats = shown.stats();
    out.beginObject();
    MessageJson.writeTopic(out, "name", stats.topic());
    StatsJson.write(out, stats);
    TopicSettingsJson.write(out.name("settings"), shown.settings());
    out.endObject();
  }

  void purge(Call call, String namespace) {
    Params params = Params.of(call, List.of("confirm", "state"));
    Topic topic = topic(call, namespace);
    if (!topic.name().equals(params.text("confirm"))) {
      throw Params.wrong(
          "confirm",
          "must be the topic's name once more, because a purge removes messages for good");
    }
    State state = params.word("state", State.class);
    CompletableFuture<Long> purged =
        state == null ? call.queue().purge(topic) : call.queue().purge(topic, state);
    call.then(
        purged,
        count -> call.answer(
            200,
            RestDialect.JSON,
            new JsonOut().beginObject().field("purged", count).endObject().toBuffer()));
  }

  void redrive(Call call, String namespace) {
    Params.none(call);
    Topic topic = topic(call, namespace);
    RedriveJson redrive = new RedriveJson();
    if (call.body().length() > 0) {
      json.read(call.body(), in -> {
        in.object(name -> redrive.read(in, name));
        return redrive;
      });
    }
    call.then(call.queue().redrive(redrive.build(topic)), result -> answer(call, result));
  }

  private static void answer(Call call, RedriveResult result) {
    JsonOut out = new JsonOut().beginObject().field("redriven", result.redriven());
    out.name("conflicts").beginArray();
    result.conflicts().forEach(out::text);
    out.endArray().optional("cursor", result.cursor()).endObject();
    call.answer(200, RestDialect.JSON, out.toBuffer());
  }

  private static Topic topic(Call call, String namespace) {
    return Topic.of(namespace, call.path("topic"));
  }

  /** A redrive, as it is read. */
  private static final class RedriveJson {
    private @Nullable String id;
    private State state = State.DEAD;
    private int limit = Integer.MAX_VALUE;
    private Duration start = Duration.ZERO;
    private @Nullable Duration spacing;
    private @Nullable Integer perSecond;
    private @Nullable String cursor;

    boolean read(JsonIn in, String name) throws IOException {
      switch (name) {
        case "id" -> id = in.text();
        case "state" -> state = in.word(State.class);
        case "limit" -> limit = in.integer();
        case "start" -> start = in.duration();
        case "spacing" -> spacing = in.duration();
        case "perSecond" -> perSecond = in.integer();
        case "cursor" -> cursor = in.text();
        default -> {
          return false;
        }
      }
      return true;
    }

    Redrive build(Topic topic) {
      if (spacing != null && perSecond != null) {
        throw BideException.invalid("perSecond", "and spacing are both given; give one of them");
      }
      Duration apart = spacing == null ? Duration.ZERO : spacing;
      Redrive redrive = new Redrive(topic, state, id, cursor, limit, start, apart);
      return perSecond == null ? redrive : redrive.perSecond(perSecond);
    }
  }
}
