package io.bide.testing.crash;

import io.bide.CancelResult;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.RescheduleResult;
import io.bide.SettleResult;
import io.bide.State;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Events as lines of text: a word that names the kind, then its fields in the order of the record,
 * separated by spaces. An absent text is {@code -}; lists are separated by commas.
 */
final class Lines {
  private static final String ABSENT = "-";

  private Lines() {}

  static String encode(Event event) {
    if (event instanceof Event.Invoked invoked) {
      return line("call", invoked.op(), invoked.at(), encode(invoked.call()));
    }
    if (event instanceof Event.Answered answered) {
      return line("answer", answered.op(), answered.at(), encode(answered.reply()));
    }
    if (event instanceof Event.Listed it) {
      return line(
          "listed",
          it.topic(),
          text(it.id()),
          it.state(),
          it.attempts(),
          it.maxAttempts(),
          texts(it.bodies()));
    }
    if (event instanceof Event.Started started) {
      return line("started", started.run());
    }
    if (event instanceof Event.Crashed crashed) {
      return line("crashed", crashed.powerLoss());
    }
    return "complete";
  }

  static Event decode(String line) {
    Fields in = new Fields(line);
    String kind = in.word();
    return switch (kind) {
      case "call" -> new Event.Invoked(in.number(), in.number(), call(in));
      case "answer" -> new Event.Answered(in.number(), in.number(), reply(in));
      case "listed" ->
        new Event.Listed(
            in.word(), in.text(), State.valueOf(in.word()), in.count(), in.count(), in.texts());
      case "started" -> new Event.Started(in.count());
      case "crashed" -> new Event.Crashed(in.flag());
      case "complete" -> new Event.Complete();
      default -> throw new IllegalArgumentException("no event: " + line);
    };
  }

  static String encode(Call call) {
    if (call instanceof Call.Put it) {
      return line(
          "put",
          it.topic(),
          text(it.id()),
          text(it.body()),
          text(it.token()),
          it.merge(),
          it.delay(),
          it.ttl(),
          it.maxAttempts());
    }
    if (call instanceof Call.Claim it) {
      return line(
          "claim",
          texts(it.topics()),
          text(it.id()),
          it.max(),
          it.maxItems(),
          it.lease(),
          it.waitUpTo());
    }
    if (call instanceof Call.Settle it) {
      return line("settle", it.kind(), it.receipt().encode(), it.millis());
    }
    if (call instanceof Call.Cancel it) {
      return line("cancel", it.topic(), text(it.id()), it.voids());
    }
    if (call instanceof Call.Reschedule it) {
      return line("reschedule", it.topic(), text(it.id()), it.delay());
    }
    return line("stats", ((Call.Stats) call).topic());
  }

  static Call call(String line) {
    return call(new Fields(line));
  }

  private static Call call(Fields in) {
    String kind = in.word();
    return switch (kind) {
      case "put" ->
        new Call.Put(
            in.word(),
            in.optional(),
            in.text(),
            in.optional(),
            Call.Merge.valueOf(in.word()),
            in.number(),
            in.number(),
            in.count());
      case "claim" ->
        new Call.Claim(in.texts(), in.optional(), in.count(), in.count(), in.number(), in.number());
      case "settle" ->
        new Call.Settle(Call.Settle.Kind.valueOf(in.word()), Receipt.parse(in.word()), in.number());
      case "cancel" -> new Call.Cancel(in.word(), in.text(), in.flag());
      case "reschedule" -> new Call.Reschedule(in.word(), in.text(), in.number());
      case "stats" -> new Call.Stats(in.word());
      default -> throw new IllegalArgumentException("no call: " + kind);
    };
  }

  private static String encode(Reply reply) {
    if (reply instanceof Reply.Stored it) {
      return line("stored", text(it.id()), it.how(), it.created(), it.due(), it.items());
    }
    if (reply instanceof Reply.Claimed it) {
      return line(
          "claimed", it.handouts().stream().map(Lines::encode).collect(Collectors.joining(" ")));
    }
    if (reply instanceof Reply.Settled it) {
      return line("settled", it.answer(), it.state() == null ? ABSENT : it.state(), it.next());
    }
    if (reply instanceof Reply.Cancelled it) {
      return line("cancelled", it.answer(), it.itemsRemoved());
    }
    if (reply instanceof Reply.Rescheduled it) {
      return line("rescheduled", it.answer(), it.due());
    }
    if (reply instanceof Reply.Failed it) {
      return line("failed", it.code(), it.certain());
    }
    if (reply instanceof Reply.Counts it) {
      return line(
          "counts",
          Stream.of(State.values())
              .map(state -> String.valueOf(it.counts().getOrDefault(state, 0L)))
              .collect(Collectors.joining(" ")));
    }
    return "duplicate";
  }

  private static Reply reply(Fields in) {
    String kind = in.word();
    return switch (kind) {
      case "stored" ->
        new Reply.Stored(
            in.text(), PutResult.How.valueOf(in.word()), in.number(), in.number(), in.count());
      case "claimed" -> new Reply.Claimed(in.rest().map(Lines::handout).toList());
      case "settled" ->
        new Reply.Settled(SettleResult.Answer.valueOf(in.word()), in.state(), in.number());
      case "cancelled" -> new Reply.Cancelled(CancelResult.Answer.valueOf(in.word()), in.count());
      case "rescheduled" ->
        new Reply.Rescheduled(RescheduleResult.Answer.valueOf(in.word()), in.number());
      case "failed" -> new Reply.Failed(in.word(), in.flag());
      case "counts" -> counts(in);
      case "duplicate" -> new Reply.Duplicate();
      default -> throw new IllegalArgumentException("no reply: " + kind);
    };
  }

  private static Reply.Counts counts(Fields in) {
    Map<State, Long> counts = new EnumMap<>(State.class);
    for (State state : State.values()) {
      counts.put(state, in.number());
    }
    return new Reply.Counts(Map.copyOf(counts));
  }

  private static String encode(Handout it) {
    return Stream.of(
            it.receipt().encode(),
            it.attempt(),
            it.maxAttempts(),
            it.due(),
            it.claimed(),
            it.leaseEnd(),
            it.expiry(),
            texts(it.bodies()))
        .map(String::valueOf)
        .collect(Collectors.joining(":"));
  }

  private static Handout handout(String word) {
    Fields in = new Fields(word.replace(':', ' '));
    return new Handout(
        Receipt.parse(in.word()),
        in.count(),
        in.count(),
        in.number(),
        in.number(),
        in.number(),
        in.number(),
        in.texts());
  }

  private static String line(Object... fields) {
    return Stream.of(fields).map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static String text(@Nullable String value) {
    return value == null ? ABSENT : URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static String texts(List<String> values) {
    return values.isEmpty()
        ? ABSENT
        : values.stream().map(Lines::text).collect(Collectors.joining(","));
  }

  /** The fields of a line, one after the other. */
  private static final class Fields {
    private final String[] words;
    private int next;

    Fields(String line) {
      words = line.split(" ", -1);
    }

    String word() {
      return words[next++];
    }

    long number() {
      return Long.parseLong(word());
    }

    int count() {
      return Integer.parseInt(word());
    }

    boolean flag() {
      return Boolean.parseBoolean(word());
    }

    @Nullable
    State state() {
      String word = word();
      return word.equals(ABSENT) ? null : State.valueOf(word);
    }

    @Nullable
    String optional() {
      String word = word();
      return word.equals(ABSENT) ? null : URLDecoder.decode(word, StandardCharsets.UTF_8);
    }

    String text() {
      return URLDecoder.decode(word(), StandardCharsets.UTF_8);
    }

    List<String> texts() {
      String word = word();
      return word.equals(ABSENT)
          ? List.of()
          : Stream.of(word.split(",", -1))
              .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8))
              .toList();
    }

    Stream<String> rest() {
      return Stream.of(words).skip(next).filter(word -> !word.isEmpty());
    }
  }
}
