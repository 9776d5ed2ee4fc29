package io.bide.client;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bide.BideException;
import io.bide.Due;
import io.bide.Receipt;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Target;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Acks, releases, extensions and unclaims on their way; those of one kind share requests. */
final class Settles implements Gathered<Settles.Kind, SettleResult> {
  private final Coalescer<Kind, SettleResult> coalescer;
  private final KnownLimits limits;
  private final Gate gate;
  private final Duration deadline;

  /** What is done. */
  private enum Verb {
    ACK("/v1/acks"),
    RELEASE("/v1/releases"),
    EXTEND("/v1/extensions"),
    UNCLAIM("/v1/unclaims");

    private final String path;

    Verb(String path) {
      this.path = path;
    }

    static Verb of(Settle settle) {
      if (settle instanceof Settle.Ack) {
        return ACK;
      }
      if (settle instanceof Settle.Release) {
        return RELEASE;
      }
      return settle instanceof Settle.Extend ? EXTEND : UNCLAIM;
    }
  }

  /**
   * What can share a request.
   *
   * @param byReceipt then it is repeatable: a receipt never stands for another message
   */
  record Kind(Verb verb, boolean byReceipt) {
    static Kind of(Settle settle) {
      return new Kind(Verb.of(settle), settle.target() instanceof Receipt);
    }
  }

  Settles(Calls calls, KnownLimits limits, Threads threads, Gate gate, ClientConfig config) {
    this.coalescer = new Coalescer<>(this, calls, threads, gate, config.retries());
    this.limits = limits;
    this.gate = gate;
    this.deadline = config.deadline();
  }

  CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
    List<Settle> copy = List.copyOf(settles);
    Deadline until = Deadline.in(deadline);
    return copy.isEmpty()
        ? CompletableFuture.completedFuture(List.of())
        : limits.with(known -> settle(copy, until, known));
  }

  private CompletableFuture<List<SettleResult>> settle(
      List<Settle> settles, Deadline until, Limits known) {
    known.checkBatch("settles", settles.size());
    Group<SettleResult> group = new Group<>(settles.size(), SettleResult::failed);
    Map<Kind, List<Item<SettleResult>>> byKind = new LinkedHashMap<>();
    long weight = 0;
    for (int i = 0; i < settles.size(); i++) {
      Settle settle = settles.get(i);
      Item<SettleResult> item = new Item<>(json(settle), group, i, until);
      weight += item.weight();
      byKind.computeIfAbsent(Kind.of(settle), kind -> new ArrayList<>(1)).add(item);
    }
    gate.load(weight);
    byKind.forEach((kind, items) -> coalescer.add(kind, items, known));
    return group.answer();
  }

  private static byte[] json(Settle settle) {
    return Json.object(out -> {
      writeTarget(out, settle.target());
      writeOwn(out, settle);
    });
  }

  /** What only one of the verbs has. */
  private static void writeOwn(JsonGenerator out, Settle settle) throws IOException {
    if (settle instanceof Settle.Release release) {
      writeDue(out, release.due());
      if (release.last()) {
        out.writeBooleanField("last", true);
      }
    } else if (settle instanceof Settle.Unclaim unclaim) {
      writeDue(out, unclaim.due());
    } else if (settle instanceof Settle.Extend extend) {
      out.writeNumberField("lease", Due.millisUp(extend.lease()));
    }
  }

  private static void writeDue(JsonGenerator out, @Nullable Due due) throws IOException {
    if (due != null) {
      PutJson.writeDue(out, due);
    }
  }

  private static void writeTarget(JsonGenerator out, Target target) throws IOException {
    if (target instanceof Receipt receipt) {
      out.writeStringField("receipt", receipt.encode());
    } else if (target instanceof Target.ById byId) {
      out.writeStringField("namespace", byId.topic().namespace());
      out.writeStringField("topic", byId.topic().name());
      out.writeStringField("id", byId.id());
      out.writeArrayFieldStart("states");
      for (State state : byId.states()) {
        out.writeString(Words.of(state));
      }
      out.writeEndArray();
    }
  }

  @Override
  public Request request(Kind kind, byte[] items) {
    return new Request("POST", kind.verb().path, items, kind.byReceipt());
  }

  @Override
  public SettleResult read(Kind kind, JsonIn in) throws IOException {
    Answer answer = new Answer();
    in.object(name -> answer.read(in, name));
    return answer.build();
  }

  @Override
  public @Nullable BideException errorOf(SettleResult result) {
    return result.error();
  }

  /** An ack that finds the message done has found what it did itself before. */
  @Override
  public SettleResult afterUnknown(Kind kind, SettleResult result) {
    if (result.error() != null) {
      return SettleResult.failed(Calls.honest(result.error()));
    }
    boolean found = kind.verb() == Verb.ACK
        && result.answer() == SettleResult.Answer.ENDED
        && result.state() == State.DONE;
    return found ? SettleResult.ok(State.DONE, null) : result;
  }

  /** The answer to one settle, as it is read. */
  private static final class Answer {
    private SettleResult.@Nullable Answer status;
    private @Nullable State state;
    private @Nullable Instant next;
    private @Nullable BideException error;

    void read(JsonIn in, String name) throws IOException {
      switch (name) {
        case "status" -> status = in.word(Words.SETTLED);
        case "state" -> state = in.word(Words.STATES);
        case "next" -> next = in.time();
        case "error" -> error = Problem.item(in);
        default -> in.skip();
      }
    }

    SettleResult build() throws IOException {
      if (status == null) {
        throw new IOException("an answer without a status");
      }
      return new SettleResult(status, state, next, error);
    }
  }
}
