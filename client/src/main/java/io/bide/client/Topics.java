package io.bide.client;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bide.Due;
import io.bide.Page;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What operators do with topics. Looking, setting, pausing and resuming may be sent twice; a purge or a
 * redrive is sent again only if it certainly did not happen.
 */
final class Topics {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Calls calls;
  private final Duration deadline;

  Topics(Calls calls, Duration deadline) {
    this.calls = calls;
    this.deadline = deadline;
  }

  CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit) {
    String path = Paths.TOPICS + "?all=true&limit=" + limit
        + (cursor == null ? "" : "&cursor=" + Paths.encode(cursor));
    return call(Request.get(path))
        .thenApply(reply -> reply.read(in -> PageJson.read(in, "topics", TopicJson::readName)));
  }

  CompletableFuture<TopicStats> stats(Topic topic) {
    return call(Request.get(Paths.topic(topic)))
        .thenApply(reply -> reply.read(in -> TopicJson.read(in).stats(topic)));
  }

  CompletableFuture<TopicSettings> settings(Topic topic) {
    return call(Request.get(Paths.topic(topic)))
        .thenApply(reply -> reply.read(in -> TopicJson.read(in).settings()));
  }

  CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    byte[] json = Json.object(out -> TopicJson.write(out, settings));
    return done(Request.repeatable("PUT", Paths.topic(topic), json));
  }

  CompletableFuture<Void> pause(Topic topic) {
    return done(Request.repeatable("POST", Paths.topic(topic) + "/pause", null));
  }

  CompletableFuture<Void> resume(Topic topic) {
    return done(Request.repeatable("POST", Paths.topic(topic) + "/resume", null));
  }

  CompletableFuture<Long> purge(Topic topic, @Nullable State state) {
    String path = Paths.topic(topic) + "?confirm=" + Paths.encode(topic.name())
        + (state == null ? "" : "&state=" + Words.of(state));
    return call(Request.once("DELETE", path, null))
        .thenApply(reply -> reply.read(Done::read).purged);
  }

  CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    byte[] json = Json.object(out -> write(out, redrive));
    return call(Request.once("POST", Paths.topic(redrive.topic()) + "/redrive", json))
        .thenApply(reply -> reply.read(Done::read))
        .thenApply(done -> new RedriveResult(done.redriven, done.conflicts, done.cursor));
  }

  private static void write(JsonGenerator out, Redrive redrive) throws IOException {
    out.writeStringField("state", Words.of(redrive.state()));
    if (redrive.id() != null) {
      out.writeStringField("id", redrive.id());
    }
    out.writeNumberField("limit", redrive.limit());
    out.writeNumberField("start", Due.millisUp(redrive.start()));
    if (redrive.cursor() != null) {
      out.writeStringField("cursor", redrive.cursor());
    }
    long apart = redrive.spacing().toNanos();
    if (apart % NANOS_PER_MILLI == 0) {
      out.writeNumberField("spacing", apart / NANOS_PER_MILLI);
    } else {
      // The wire has no fractions of a millisecond, but it has rates.
      out.writeNumberField("perSecond", Math.max(1, Math.round((double) NANOS_PER_SECOND / apart)));
    }
  }

  private CompletableFuture<Void> done(Request request) {
    return call(request)
        .thenAccept(reply -> reply.read(in -> {
          in.skip();
          return true;
        }));
  }

  private CompletableFuture<Reply> call(Request request) {
    return calls.call(request, Deadline.in(deadline));
  }

  /** The answer to a purge or a redrive. */
  private static final class Done {
    private long purged;
    private int redriven;
    private final List<String> conflicts = new ArrayList<>();
    private @Nullable String cursor;

    static Done read(JsonIn in) throws IOException {
      Done done = new Done();
      in.object(name -> {
        switch (name) {
          case "purged" -> done.purged = in.number();
          case "redriven" -> done.redriven = in.integer();
          case "conflicts" -> in.array(() -> done.conflicts.add(in.text()));
          case "cursor" -> done.cursor = in.text();
          default -> in.skip();
        }
      });
      return done;
    }
  }
}
