package io.bide.testing.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All that a history says about one id of a topic. */
final class Life {
  /** Where a message lives. */
  record Key(String topic, String id) {}

  /** One time the message was handed out. */
  record Delivery(Op<Call.Claim> claim, Handout handout) {
    long fence() {
      return handout.fence();
    }
  }

  private final Key key;
  private final List<Op<Call.Put>> puts = new ArrayList<>();
  private final Map<String, List<Op<Call.Put>>> putsOfBody = new HashMap<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final Map<Long, List<Op<Call.Settle>>> settles = new TreeMap<>();
  private final List<Op<Call.Cancel>> cancels = new ArrayList<>();
  private final List<Op<Call.Reschedule>> reschedules = new ArrayList<>();
  private final List<Event.Listed> listed = new ArrayList<>();

  private boolean merged;

  Life(Key key) {
    this.key = key;
  }

  void add(Op<Call.Claim> claim, Handout handout) {
    deliveries.add(new Delivery(claim, handout));
  }

  void add(Event.Listed it) {
    listed.add(it);
  }

  void addPut(Op<Call.Put> put) {
    puts.add(put);
    putsOfBody.computeIfAbsent(put.call().body(), body -> new ArrayList<>()).add(put);
    merged |= putsOfBody.size() > 1 || put.call().merge() != Call.Merge.NONE;
  }

  void addSettle(Op<Call.Settle> settle) {
    settles
        .computeIfAbsent(settle.call().receipt().fence(), fence -> new ArrayList<>())
        .add(settle);
  }

  void addCancel(Op<Call.Cancel> cancel) {
    cancels.add(cancel);
  }

  void addReschedule(Op<Call.Reschedule> reschedule) {
    reschedules.add(reschedule);
  }

  /** Fences rise with every claim, so they give the true order of deliveries. */
  void sort() {
    deliveries.sort(Comparator.comparingLong(Delivery::fence));
    puts.sort(Comparator.comparingInt(Op::from));
    putsOfBody.values().forEach(ops -> ops.sort(Comparator.comparingInt(Op::from)));
    cancels.sort(Comparator.comparingInt(Op::from));
    settles.values().forEach(ops -> ops.sort(Comparator.comparingInt(Op::from)));
  }

  List<Op<Call.Put>> puts() {
    return puts;
  }

  List<Op<Call.Put>> putsOf(String body) {
    return putsOfBody.getOrDefault(body, List.of());
  }

  /** In the order in which they happened. */
  List<Delivery> deliveries() {
    return deliveries;
  }

  List<Op<Call.Settle>> settles() {
    return settles.values().stream().flatMap(List::stream).toList();
  }

  List<Op<Call.Settle>> settles(long fence, Call.Settle.Kind kind) {
    return settles.getOrDefault(fence, List.of()).stream()
        .filter(settle -> settle.call().kind() == kind)
        .toList();
  }

  List<Op<Call.Cancel>> cancels() {
    return cancels;
  }

  List<Op<Call.Reschedule>> reschedules() {
    return reschedules;
  }

  List<Event.Listed> listed() {
    return listed;
  }

  String topic() {
    return key.topic();
  }

  /** Everything that was asked for this message by its id or receipt. */
  List<Op<? extends Call>> touches() {
    List<Op<? extends Call>> all = new ArrayList<>(puts);
    all.addAll(settles());
    all.addAll(cancels);
    all.addAll(reschedules);
    return all;
  }

  /** Whether several puts share the id: items of one message, or messages one after the other. */
  boolean merged() {
    return merged;
  }

  boolean mayBeReleased(long fence) {
    return settles(fence, Call.Settle.Kind.RELEASE).stream().anyMatch(Op::mayHaveHappened);
  }

  boolean mayBeAcked(long fence) {
    return settles(fence, Call.Settle.Kind.ACK).stream().anyMatch(Op::mayHaveHappened);
  }

  boolean mayBeCancelled() {
    return cancels.stream().anyMatch(Op::mayHaveHappened);
  }

  @Override
  public String toString() {
    return key.topic() + "/" + key.id();
  }
}
