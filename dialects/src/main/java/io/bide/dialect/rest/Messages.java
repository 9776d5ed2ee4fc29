package io.bide.dialect.rest;

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
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import io.bide.dialect.Refusal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks at messages, takes them back, moves them. An id stands in the path, or in the query for those
 * that do not fit into a path.
 */
final class Messages {
  private static final String ID = "id";

  private final Json json;
  private final MessageJson messages;

  Messages(Json json, MessageJson messages) {
    this.json = json;
    this.messages = messages;
  }

  void peek(Call call, String namespace) {
    Params.none(call);
    peek(call, topic(call, namespace), call.path(ID));
  }

  /** With an id in the query one message, without it a page of them. */
  void peekOrBrowse(Call call, String namespace) {
    Topic topic = topic(call, namespace);
    if (call.request().query() != null && call.query().contains(ID)) {
      peek(call, topic, idIn(Params.of(call, List.of(ID))));
    } else {
      browse(call, topic);
    }
  }

  void cancel(Call call, String namespace) {
    Params params = Params.of(call, List.of("whenLeased", "erase"));
    cancel(call, topic(call, namespace), call.path(ID), params);
  }

  void cancelNamed(Call call, String namespace) {
    Params params = Params.of(call, List.of(ID, "whenLeased", "erase"));
    cancel(call, topic(call, namespace), idIn(params), params);
  }

  void reschedule(Call call, String namespace) {
    Params.none(call);
    reschedule(call, topic(call, namespace), call.path(ID));
  }

  void rescheduleNamed(Call call, String namespace) {
    reschedule(call, topic(call, namespace), idIn(Params.of(call, List.of(ID))));
  }

  private static Topic topic(Call call, String namespace) {
    return Topic.of(namespace, call.path("topic"));
  }

  private static String idIn(Params params) {
    String id = params.text(ID);
    if (id == null) {
      throw new Refusal(
          400,
          "invalid",
          ID,
          "the query parameter id is missing; say which message: …/messages?id=…",
          Map.of());
    }
    return id;
  }

  private void peek(Call call, Topic topic, String id) {
    call.then(call.queue().peek(topic, id), found -> {
      if (found.isEmpty()) {
        unknown().answer(call);
        return;
      }
      JsonOut out = new JsonOut();
      messages.write(out, found.get());
      call.answer(200, RestDialect.JSON, out.toBuffer());
    });
  }

  private void browse(Call call, Topic topic) {
    Params params = Params.of(call, List.of("state", "from", "to", "cursor", "limit", "bodies"));
    State state = params.word("state", State.class);
    Browse all = Browse.of(topic, state == null ? State.WAITING : state);
    Browse browse = all.between(params.time("from"), params.time("to"))
        .after(params.text("cursor"))
        .limit(params.integer("limit", all.limit()));
    call.then(
        call.queue().browse(params.flag("bodies") ? browse.withBodies() : browse),
        page -> answer(call, page));
  }

  private void answer(Call call, Page<Message> page) {
    JsonOut out = new JsonOut(64 + 512 * page.items().size());
    out.beginObject().name("messages").beginArray();
    page.items().forEach(message -> messages.write(out, message));
    out.endArray().optional("cursor", page.cursor()).endObject();
    call.answer(200, RestDialect.JSON, out.toBuffer());
  }

  private static void cancel(Call call, Topic topic, String id, Params params) {
    WhenLeased whenLeased = params.word("whenLeased", WhenLeased.class);
    if (!params.flag("erase")) {
      call.then(
          call.queue().cancel(topic, id, whenLeased == null ? WhenLeased.REFUSE : whenLeased),
          result -> answer(call, result));
    } else if (whenLeased != null) {
      throw Params.wrong("whenLeased", "means nothing with erase, which removes every trace");
    } else {
      call.then(call.queue().erase(topic, id), state -> {
        if (state.isEmpty()) {
          unknown().answer(call);
        } else {
          answer(call, "erased", state.get(), new JsonOut());
        }
      });
    }
  }

  private static void answer(Call call, CancelResult result) {
    switch (result.answer()) {
      case CANCELLED -> answer(call, "cancelled", result.state(), new JsonOut());
      case LEASED -> refuse(call, leased(), result.state(), result.itemsRemoved());
      case ENDED -> refuse(call, ended(), result.state(), result.itemsRemoved());
      case UNKNOWN -> unknown().answer(call);
    }
  }

  private void reschedule(Call call, Topic topic, String id) {
    When when = json.read(call.body(), in -> {
      When read = new When();
      in.object(name -> read.read(in, name));
      return read;
    });
    Due due = when.build();
    if (due == null) {
      throw BideException.invalid("due", "is missing; give due or delay");
    }
    call.then(call.queue().reschedule(topic, id, due), result -> answer(call, result));
  }

  private static void answer(Call call, RescheduleResult result) {
    switch (result.answer()) {
      case RESCHEDULED -> {
        JsonOut out = new JsonOut();
        out.beginObject().field("status", "rescheduled");
        MessageJson.time(out, "due", result.due());
        MessageJson.state(out, result.state());
        call.answer(200, RestDialect.JSON, out.endObject().toBuffer());
      }
      case LEASED -> refuse(call, leased(), result.state(), 0);
      case ENDED -> refuse(call, ended(), result.state(), 0);
      case UNKNOWN -> unknown().answer(call);
    }
  }

  private static void answer(Call call, String status, @Nullable State state, JsonOut out) {
    out.beginObject().field("status", status);
    MessageJson.state(out, state);
    call.answer(200, RestDialect.JSON, out.endObject().toBuffer());
  }

  private static void refuse(Call call, Problem problem, @Nullable State state, int removed) {
    JsonOut out = problem.begin();
    MessageJson.state(out, state);
    if (removed > 0) {
      out.field("itemsRemoved", removed);
    }
    problem.answer(call, out);
  }

  private static Problem leased() {
    return Problem.refused(409, "leased", "somebody is working on the message; it is left alone");
  }

  private static Problem ended() {
    return Problem.refused(409, "ended", "the message has ended; nothing was changed");
  }

  private static Problem unknown() {
    return Problem.refused(404, "unknown-message", "no such message is known");
  }
}
