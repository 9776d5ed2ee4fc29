package io.bide.client;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Due;
import io.bide.Message;
import io.bide.Page;
import io.bide.RescheduleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.WhenLeased;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Looks at single messages, takes them back, moves them. What changes a message by its id is sent again
 * only if it certainly did not happen: meanwhile the id may belong to another message.
 */
final class Messages {
  private final Calls calls;
  private final Duration deadline;

  Messages(Calls calls, Duration deadline) {
    this.calls = calls;
    this.deadline = deadline;
  }

  CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    String path = Paths.message(topic, id) + "&whenLeased=" + Words.of(whenLeased);
    return call(Request.once("DELETE", path, null)).thenApply(reply -> {
      if (reply.ok()) {
        Seen seen = reply.read(Seen::read);
        return new CancelResult(CancelResult.Answer.CANCELLED, seen.state, 0);
      }
      Problem refusal = reply.refusal();
      CancelResult.Answer answer = switch (refusal.code()) {
        case "leased" -> CancelResult.Answer.LEASED;
        case "ended" -> CancelResult.Answer.ENDED;
        case "unknown-message" -> CancelResult.Answer.UNKNOWN;
        default -> throw refusal.toException();
      };
      return new CancelResult(answer, refusal.state(), refusal.itemsRemoved());
    });
  }

  CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    byte[] json = Json.object(out -> PutJson.writeDue(out, due));
    return call(Request.once("PATCH", Paths.message(topic, id), json)).thenApply(reply -> {
      if (reply.ok()) {
        Seen seen = reply.read(Seen::read);
        return new RescheduleResult(RescheduleResult.Answer.RESCHEDULED, seen.state, seen.due);
      }
      Problem refusal = reply.refusal();
      RescheduleResult.Answer answer = switch (refusal.code()) {
        case "leased" -> RescheduleResult.Answer.LEASED;
        case "ended" -> RescheduleResult.Answer.ENDED;
        case "unknown-message" -> RescheduleResult.Answer.UNKNOWN;
        default -> throw refusal.toException();
      };
      return new RescheduleResult(answer, refusal.state(), null);
    });
  }

  CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return call(Request.get(Paths.message(topic, id)))
        .thenApply(
            reply -> known(reply) ? Optional.of(reply.read(MessageJson::read)) : Optional.empty());
  }

  CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return call(Request.once("DELETE", Paths.message(topic, id) + "&erase=true", null))
        .thenApply(reply ->
            known(reply) ? Optional.ofNullable(reply.read(Seen::read).state) : Optional.empty());
  }

  /**
   * Whether there is such a message.
   *
   * @throws BideException when that is not known
   */
  private static boolean known(Reply reply) {
    if (reply.ok()) {
      return true;
    }
    Problem refusal = reply.refusal();
    if (!refusal.code().equals("unknown-message")) {
      throw refusal.toException();
    }
    return false;
  }

  CompletableFuture<Page<Message>> browse(Browse browse) {
    StringBuilder path = new StringBuilder(Paths.messages(browse.topic()))
        .append("?state=")
        .append(Words.of(browse.state()))
        .append("&limit=")
        .append(browse.limit())
        .append("&bodies=")
        .append(browse.bodies());
    append(path, "from", browse.from());
    append(path, "to", browse.to());
    append(path, "cursor", browse.cursor());
    return call(Request.get(path.toString()))
        .thenApply(reply -> reply.read(in -> PageJson.read(in, "messages", MessageJson::read)));
  }

  private static void append(StringBuilder path, String name, @Nullable Object value) {
    if (value != null) {
      path.append('&').append(name).append('=').append(Paths.encode(value.toString()));
    }
  }

  private CompletableFuture<Reply> call(Request request) {
    return calls.call(request, Deadline.in(deadline));
  }

  /** What an answer tells about a message. */
  private static final class Seen {
    private @Nullable State state;
    private @Nullable Instant due;

    static Seen read(JsonIn in) throws IOException {
      Seen seen = new Seen();
      in.object(name -> {
        switch (name) {
          case "state" -> seen.state = in.word(Words.STATES);
          case "due" -> seen.due = in.time();
          default -> in.skip();
        }
      });
      return seen;
    }
  }
}
