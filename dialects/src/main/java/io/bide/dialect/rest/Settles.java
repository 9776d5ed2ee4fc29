package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.Receipt;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Acknowledges, releases, extends and gives back what was handed out: one object, or an array of them. */
final class Settles {
  private enum Verb {
    ACK,
    RELEASE,
    EXTEND,
    UNCLAIM
  }

  private final Json json;

  Settles(Json json) {
    this.json = json;
  }

  void ack(Call call) {
    settle(call, Verb.ACK);
  }

  void release(Call call) {
    settle(call, Verb.RELEASE);
  }

  void extend(Call call) {
    settle(call, Verb.EXTEND);
  }

  void unclaim(Call call) {
    settle(call, Verb.UNCLAIM);
  }

  private void settle(Call call, Verb verb) {
    Params.none(call);
    Batch<Settle> batch = json.read(call.body(), in -> read(in, verb));
    call.then(call.queue().settle(batch.good()), results -> {
      if (batch.single()) {
        answer(call, results.get(0));
      } else {
        batch.answer(call, results, Settles::write);
      }
    });
  }

  private static Batch<Settle> read(JsonIn in, Verb verb) throws IOException {
    if (in.isObject()) {
      return Batch.of(SettleJson.read(in, verb).build());
    }
    Batch<Settle> batch = new Batch<>();
    batch.read(in, index -> SettleJson.read(in, verb)::build);
    return batch;
  }

  private static void answer(Call call, SettleResult result) {
    if (result.ok()) {
      JsonOut out = new JsonOut();
      write(out, result);
      call.answer(200, RestDialect.JSON, out.toBuffer());
    } else if (result.error() != null) {
      throw result.error();
    } else {
      Problem problem = problem(result.answer());
      JsonOut out = problem.begin();
      MessageJson.state(out, result.state());
      problem.answer(call, out);
    }
  }

  private static Problem problem(SettleResult.Answer answer) {
    return switch (answer) {
      case STALE ->
        Problem.refused(
            409,
            code(answer),
            "this receipt is an old one: the message was released or claimed again; forget it");
      case ENDED ->
        Problem.refused(409, code(answer), "the message has ended; nothing was changed");
      case WRONG_STATE ->
        Problem.refused(
            409, code(answer), "the message is in none of the states named; nothing was changed");
      case UNKNOWN -> Problem.refused(404, code(answer), "no such message is known");
      case OK, FAILED -> throw new IllegalStateException("not refused: " + answer);
    };
  }

  private static String code(SettleResult.Answer answer) {
    return switch (answer) {
      case OK -> "ok";
      case STALE -> "stale-receipt";
      case ENDED -> "ended";
      case WRONG_STATE -> "wrong-state";
      case UNKNOWN -> "unknown-message";
      case FAILED -> "failed";
    };
  }

  private static void write(JsonOut out, SettleResult result) {
    if (result.error() != null) {
      Problem.of(result.error()).writeItem(out);
      return;
    }
    out.beginObject().field("status", code(result.answer()));
    MessageJson.state(out, result.state());
    MessageJson.time(out, "next", result.next());
    out.endObject();
  }

  /** One settle, as it is read. */
  private static final class SettleJson implements JsonIn.Fields {
    private final JsonIn in;
    private final Verb verb;
    private final When when = new When();
    private @Nullable String receipt;
    private @Nullable String namespace;
    private @Nullable String topic;
    private @Nullable String id;
    private @Nullable Set<State> states;
    private @Nullable Duration lease;
    private boolean last;

    private SettleJson(JsonIn in, Verb verb) {
      this.in = in;
      this.verb = verb;
    }

    static SettleJson read(JsonIn in, Verb verb) throws IOException {
      SettleJson item = new SettleJson(in, verb);
      in.object(item);
      return item;
    }

    @Override
    public boolean read(String name) throws IOException {
      switch (name) {
        case "receipt" -> receipt = in.text();
        case "namespace" -> namespace = in.text();
        case "topic" -> topic = in.text();
        case "id" -> id = in.text();
        case "states" -> readStates();
        default -> {
          return readOwn(name);
        }
      }
      return true;
    }

    private void readStates() throws IOException {
      Set<State> named = EnumSet.noneOf(State.class);
      in.array(() -> named.add(in.word(State.class)));
      states = named;
    }

    /** What only one of the verbs has. */
    private boolean readOwn(String name) throws IOException {
      return switch (verb) {
        case ACK -> false;
        case UNCLAIM -> when.read(in, name);
        case RELEASE -> readLast(name) || when.read(in, name);
        case EXTEND -> {
          if (name.equals("lease")) {
            lease = in.duration();
          }
          yield name.equals("lease");
        }
      };
    }

    private boolean readLast(String name) throws IOException {
      if (name.equals("last")) {
        last = in.flag();
      }
      return name.equals("last");
    }

    Settle build() {
      Target target = target();
      return switch (verb) {
        case ACK -> new Settle.Ack(target);
        case UNCLAIM -> new Settle.Unclaim(target, when.build());
        case RELEASE -> new Settle.Release(target, when.build(), last);
        case EXTEND -> {
          if (lease == null) {
            throw BideException.invalid(
                "lease", "is missing; say how long the work may take from now");
          }
          yield new Settle.Extend(target, lease);
        }
      };
    }

    private Target target() {
      boolean byId = topic != null || namespace != null || id != null || states != null;
      if (receipt != null) {
        if (byId) {
          throw BideException.invalid(
              "receipt", "says it all; leave out namespace, topic, id and states");
        }
        return Receipt.parse(receipt);
      }
      if (topic == null || id == null) {
        throw BideException.invalid("receipt", "is missing; give it, or a topic and an id");
      }
      return new Target.ById(
          Topic.of(namespace == null ? Topic.DEFAULT_NAMESPACE : namespace, topic),
          id,
          states == null ? Set.of(State.LEASED) : states);
    }
  }
}
