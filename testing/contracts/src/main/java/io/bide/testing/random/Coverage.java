package io.bide.testing.random;

import io.bide.Message;
import io.bide.State;
import io.bide.Topic;
import io.bide.testing.Await;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Which answers each verb gave to messages in each state, over many sequences. {@link Possible} lists
 * the cells of this table that the rules allow. Thread-safe.
 */
final class Coverage {
  private final Map<String, Integer> hits = new ConcurrentSkipListMap<>();

  /** The message that a step is about, if it is about one and there is one. */
  Optional<Message> look(Step step, Side side) {
    if (Possible.verb(step).isEmpty()) {
      return Optional.empty();
    }
    Topic topic = Reading.topic(step);
    String id = side.words.original(topic, Possible.id(step));
    return Await.value(side.store().peek(topic, id));
  }

  void note(Step step, Optional<Message> before, String answer, Side oracle) {
    // A step that was kept back has no answer of its own, nor has one that was sent with it.
    boolean alone = !answer.contains("; ") && !Side.ASKED_NOTHING.contains(answer);
    if (Possible.verb(step).isEmpty() || !alone) {
      return;
    }
    String state = before.map(message -> message.state().name()).orElse("NONE");
    boolean changed = step.verb() == Verb.PUT && !before.equals(look(step, oracle));
    hits.merge(cell(Possible.verb(step), state, kind(step, answer, changed)), 1, Integer::sum);
  }

  static String cell(String verb, String state, String answer) {
    return verb + " " + state + " " + answer;
  }

  private static String kind(Step step, String answer, boolean changed) {
    List<String> words = List.of(answer.split("[ \n]+", -1));
    return switch (step.verb()) {
      case PUT ->
        changed || !answer.contains(" items ") || words.get(0).equals("DUPLICATE")
            ? words.get(0)
            : "REPEATED";
      case CLAIM -> claim(answer);
      case ACK, RELEASE, EXTEND, UNCLAIM ->
        words.get(0).equals("OK") ? "OK-" + words.get(1) : words.get(0);
      case REDRIVE -> redrive(answer);
      default -> words.get(0);
    };
  }

  private static String claim(String answer) {
    if (!answer.contains(" attempts ")) {
      return "NOTHING";
    }
    return answer.contains("without receipt") ? State.DONE.name() : State.LEASED.name();
  }

  private static String redrive(String answer) {
    if (answer.startsWith("1")) {
      return "REDRIVEN";
    }
    return answer.contains("[]") ? "NOTHING" : "CONFLICT";
  }

  /** Cells that the rules allow and no sequence has hit. */
  Collection<String> missing() {
    Collection<String> missing = new TreeSet<>(Possible.cells());
    missing.removeAll(hits.keySet());
    return missing;
  }

  /** Cells that were hit although the rules do not allow them: one of the two is wrong. */
  Collection<String> impossible() {
    Collection<String> impossible = new TreeSet<>(hits.keySet());
    impossible.removeAll(Possible.cells());
    return impossible;
  }

  /** The table as text: how often each verb met each state and what it answered. */
  String table() {
    Map<String, StringBuilder> rows = new TreeMap<>();
    hits.forEach((cell, count) -> {
      List<String> words = List.of(cell.split(" ", -1));
      rows.computeIfAbsent(
              String.format("%-16s %-10s", words.get(0), words.get(1)), key -> new StringBuilder())
          .append(String.format("%8d %-15s", count, words.get(2)));
    });
    StringBuilder table = new StringBuilder();
    rows.forEach(
        (head, row) -> table.append(head).append(row.toString().stripTrailing()).append('\n'));
    return table.toString();
  }
}
