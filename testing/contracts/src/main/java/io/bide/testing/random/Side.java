package io.bide.testing.random;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.Delivery;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import io.bide.WhenLeased;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.store.SweepReply;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One store that runs steps and answers each with text. Steps say ids and receipts in words that hold
 * for any store ({@link Words}); this class knows what they stand for here.
 *
 * <p>Puts and settles marked {@code more=true} are kept back and sent in one call with the next one.
 */
final class Side implements AutoCloseable {
  private static final String NO_RECEIPT = "no such receipt";
  private static final String KEPT_BACK = "kept back";

  /** Answers to steps that made no call. */
  static final Set<String> ASKED_NOTHING = Set.of(NO_RECEIPT, KEPT_BACK);

  /** A page or sweep that never ends is a defect. */
  private static final int MOST_PAGES = 10_000;

  private final StoreFixture fixture;
  private final Reading reading;
  private final RecordSteps records = new RecordSteps();
  private final Map<String, List<Receipt>> receipts = new LinkedHashMap<>();
  private final List<Put> keptPuts = new ArrayList<>();
  private final List<Settle> keptSettles = new ArrayList<>();
  final Words words;
  final Told told;
  private Store store;

  Side(StoreFixture fixture, ManualClock clock, Instant start) {
    this.fixture = fixture;
    reading = new Reading(start);
    words = new Words(start);
    told = new Told(clock);
    store = fixture.open(clock);
    store.listen(told);
  }

  Store store() {
    return store;
  }

  /** The messages that were ever claimed, as {@code topic/id}. */
  List<String> claimed() {
    return List.copyOf(receipts.keySet());
  }

  /** Runs one step; {@code advance} is not a store's business. */
  String run(Step step) {
    try {
      return flushBefore(step) + answer(step);
    } catch (BideException e) {
      return "failed: " + e.code();
    }
  }

  private String answer(Step step) {
    return switch (step.verb()) {
      case PUT -> put(step);
      case CLAIM -> claim(step);
      case ACK, RELEASE, EXTEND, UNCLAIM -> settle(step);
      case CANCEL ->
        words.cancel(Await.value(
            store.cancel(Reading.topic(step), id(step), WhenLeased.valueOf(step.get("leased")))));
      case RESCHEDULE ->
        words.reschedule(Await.value(
            store.reschedule(Reading.topic(step), id(step), reading.due(step.get("due")))));
      case PEEK -> peek(Reading.topic(step), id(step));
      case ERASE ->
        Await.value(store.erase(Reading.topic(step), id(step))).map(State::name).orElse("nothing");
      case BROWSE -> browse(step);
      case REDRIVE -> redrive(step);
      case PURGE -> purge(step);
      case CONFIGURE ->
        done(Await.value(
            store.configure(Reading.topic(step), Reading.settings(step)).thenApply(v -> true)));
      case PAUSE, RESUME ->
        done(Await.value(
            store.pause(Reading.topic(step), step.verb() == Verb.PAUSE).thenApply(v -> true)));
      case STATS -> words.stats(Await.value(store.stats(Reading.topic(step))));
      case SETTINGS -> Await.value(store.settings(Reading.topic(step))).toString();
      case TOPICS -> topics(step.read("limit", 100, Integer::valueOf));
      case SWEEP -> sweep(step.read("budget", 1_000, Integer::valueOf));
      case GET, SET, LIST -> records.run(store.records(), step);
      case ADVANCE -> "";
      case RESTART -> restart();
    };
  }

  private static String done(boolean ok) {
    return ok ? "done" : "not done";
  }

  private String id(Step step) {
    return words.original(Reading.topic(step), step.get("id"));
  }

  private String put(Step step) {
    keptPuts.add(reading.put(step, id(step)));
    return step.has("more") ? KEPT_BACK : flush();
  }

  private String settle(Step step) {
    Target target = target(step);
    if (target == null) {
      return NO_RECEIPT;
    }
    keptSettles.add(settle(step, target));
    return step.has("more") ? KEPT_BACK : flush();
  }

  private Settle settle(Step step, Target target) {
    return switch (step.verb()) {
      case ACK -> new Settle.Ack(target);
      case RELEASE -> new Settle.Release(target, step.read("due", reading::due), step.has("last"));
      case EXTEND -> new Settle.Extend(target, Duration.parse(step.get("lease")));
      case UNCLAIM -> new Settle.Unclaim(target, step.read("due", reading::due));
      default -> throw new IllegalArgumentException(step.toString());
    };
  }

  /** A receipt is named by its message and how many came after it: 0 for the newest. */
  private @Nullable Target target(Step step) {
    Topic topic = Reading.topic(step);
    if (step.has("states")) {
      return new Target.ById(topic, id(step), Reading.states(step.get("states")));
    }
    List<Receipt> known = receipts.getOrDefault(topic + "/" + step.get("id"), List.of());
    int index = known.size() - 1 - Integer.parseInt(step.get("receipt"));
    return index < 0 ? null : known.get(index);
  }

  private String flushBefore(Step step) {
    boolean same = switch (step.verb()) {
      case PUT -> keptSettles.isEmpty();
      case ACK, RELEASE, EXTEND, UNCLAIM -> keptPuts.isEmpty();
      default -> keptPuts.isEmpty() && keptSettles.isEmpty();
    };
    return same ? "" : flush() + "; ";
  }

  private String flush() {
    List<String> answers = new ArrayList<>();
    if (!keptPuts.isEmpty()) {
      for (PutResult result : Await.value(store.put(List.copyOf(keptPuts)))) {
        answers.add(words.put(result));
      }
      keptPuts.clear();
    }
    if (!keptSettles.isEmpty()) {
      for (SettleResult result : Await.value(store.settle(List.copyOf(keptSettles)))) {
        answers.add(words.settle(result));
      }
      keptSettles.clear();
    }
    return String.join("; ", answers);
  }

  private String claim(Step step) {
    Topic topic = Reading.topic(step);
    List<ClaimRequest> requests = Reading.requests(step).stream()
        .map(request ->
            Reading.request(request, words.original(topic, request.getOrDefault("id", "none"))))
        .toList();
    long bytes = step.read("bytes", 1_000_000L, Long::valueOf);
    ClaimReply reply = Await.value(store.claim(topic, requests, bytes));
    told.answered(topic, requests, reply);
    String text = words.claim(reply);
    for (ClaimReply.Grant grant : reply.grants()) {
      grant.deliveries().forEach(delivery -> note(topic, delivery));
    }
    return text;
  }

  private void note(Topic topic, Delivery delivery) {
    Receipt receipt = delivery.receipt();
    if (receipt != null) {
      receipts
          .computeIfAbsent(topic + "/" + words.alias(topic, receipt.id()), key -> new ArrayList<>())
          .add(receipt);
    }
  }

  String peek(Topic topic, String id) {
    return Await.value(store.peek(topic, id)).map(words::message).orElse("nothing");
  }

  private String browse(Step step) {
    Browse first = Browse.of(Reading.topic(step), State.valueOf(step.get("state")))
        .between(step.read("from", reading::time), step.read("to", reading::time))
        .limit(step.read("limit", 1_000, Integer::valueOf));
    return browse(step.has("bodies") ? first.withBodies() : first);
  }

  String browse(Browse first) {
    return Paging.all(MOST_PAGES, cursor -> Await.value(store.browse(first.after(cursor)))).stream()
        .map(message -> "\n  " + words.message(message))
        .collect(Collectors.joining("", first.topic() + " " + first.state() + ":", ""));
  }

  private String redrive(Step step) {
    Topic topic = Reading.topic(step);
    Redrive first = new Redrive(
        topic,
        State.valueOf(step.get("state")),
        step.has("id") ? id(step) : null,
        null,
        step.read("limit", 1_000, Integer::valueOf),
        step.read("start", Duration.ZERO, Duration::parse),
        step.read("spacing", Duration.ZERO, Duration::parse));
    RedriveResult page = Await.value(store.redrive(first));
    StringBuilder text = new StringBuilder(redriven(topic, page));
    for (int i = 0; step.has("all") && page.cursor() != null && i < MOST_PAGES; i++) {
      page = Await.value(store.redrive(first.after(page.cursor())));
      // A last page with nothing on it is as good as none.
      text.append(page.redriven() + page.conflicts().size() == 0 ? "" : redriven(topic, page));
    }
    return text.toString();
  }

  private String redriven(Topic topic, RedriveResult page) {
    List<String> conflicts =
        page.conflicts().stream().map(id -> words.alias(topic, id)).toList();
    return page.redriven() + " redriven, conflicts " + conflicts + ". ";
  }

  private String purge(Step step) {
    Topic topic = Reading.topic(step);
    State state = step.read("state", State::valueOf);
    return state == null
        ? Await.value(store.purge(topic)) + " purged"
        : Await.value(store.purge(topic, state, Integer.parseInt(step.get("limit")))) + " purged";
  }

  /** Which topics there are depends on what has been written down, so everything is. */
  private String topics(int limit) {
    return sweep(1_000) + " "
        + Paging.all(MOST_PAGES, cursor -> Await.value(store.topics(cursor, limit)));
  }

  /** How much a sweep found is its own business; that it comes to an end is not. */
  private String sweep(int budget) {
    for (int i = 0; i < MOST_PAGES; i++) {
      SweepReply reply = Await.value(store.sweep(budget));
      if (!reply.more()) {
        return "swept";
      }
    }
    return "still sweeping after " + MOST_PAGES + " times";
  }

  private String restart() {
    store = fixture.reopen(store);
    store.listen(told);
    told.forget();
    return "restarted";
  }

  @Override
  public void close() {
    store.close();
    fixture.close();
  }
}
