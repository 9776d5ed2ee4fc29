package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.Page;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Redrive;
import io.bide.RedriveResult;
import io.bide.RescheduleResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.TopicStats;
import io.bide.WhenLeased;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimReply.Grant;
import io.bide.store.ClaimRequest;
import io.bide.store.SweepReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state machine: every operation, applied by one thread, one after the other. It is rebuilt from
 * the database when that is opened again.
 */
final class Machine {
  private final Database database;
  private final Ledger ledger;
  private final Wakeups wakeups;
  private final BooleanSupplier full;
  private final Lives lives;
  private final Putting putting;
  private final Claiming claiming;
  private final Settling settling;
  private final Changing changing;
  private final Sweeping sweeping;
  private final Operating operating;
  private final Recording recording;

  /**
   * Starts from what is stored.
   *
   * @param full whether puts must be refused for want of space
   */
  Machine(Database database, Wakeups wakeups, BooleanSupplier full) {
    this.database = database;
    this.wakeups = wakeups;
    this.full = full;
    this.ledger = new Ledger(database, wakeups);
    this.lives = new Lives(ledger, wakeups);
    Tokens tokens = new Tokens(ledger, lives);
    this.putting = new Putting(ledger, lives, tokens);
    this.claiming = new Claiming(ledger, lives);
    this.settling = new Settling(ledger, lives);
    this.changing = new Changing(ledger, lives);
    this.sweeping = new Sweeping(ledger, lives);
    this.operating = new Operating(ledger, lives, tokens, wakeups);
    this.recording = new Recording(ledger, wakeups);
  }

  Ledger ledger() {
    return ledger;
  }

  Recording recording() {
    return recording;
  }

  List<PutResult> put(List<Put> puts, Moment moment) {
    if (full.getAsBoolean()) {
      throw new BideException(
          ErrorCode.STORE_FULL,
          "the disk is almost full, so nothing new is taken; claims, acks and cancels go on."
              + " Free some space and put again");
    }
    List<PutResult> results = new ArrayList<>(puts.size());
    for (Put put : puts) {
      results.add(each(
          () -> {
            recordDeaths(put.topic(), moment);
            return putting.put(put, moment);
          },
          PutResult.Failed::new));
    }
    return results;
  }

  List<SettleResult> settle(List<? extends Settle> settles, Moment moment) {
    List<SettleResult> results = new ArrayList<>(settles.size());
    for (Settle settle : settles) {
      results.add(each(
          () -> {
            recordDeaths(settle.target().topic(), moment);
            return settling.settle(settle, moment);
          },
          SettleResult::failed));
    }
    return results;
  }

  /** One item of a batch: its failure is its own, as long as it has changed nothing. */
  private <T> T each(Supplier<T> item, Function<BideException, T> failed) {
    ledger.whole();
    try {
      return item.get();
    } catch (BideException e) {
      if (ledger.halfWay()) {
        throw new IllegalStateException("failed half-way: " + e.getMessage(), e);
      }
      return failed.apply(e);
    }
  }

  ClaimReply claim(Topic topic, List<ClaimRequest> requests, long byteLimit, Moment moment) {
    TopicState state = begin(topic, moment);
    if (state == null && topic.isDeathNotices()) {
      // Nobody has died yet; when somebody may is known from the source.
      state = new TopicState(topic, 0);
      List<Grant> grants = new ArrayList<>();
      var next = claiming.nextReady(state, moment);
      requests.forEach(
          request -> grants.add(new Grant(List.of(), request.id() == null ? next : null)));
      return new ClaimReply(moment.instant(), grants, false);
    }
    if (state == null) {
      Grant nothing = new Grant(List.of(), null);
      return new ClaimReply(
          moment.instant(), requests.stream().map(request -> nothing).toList(), false);
    }
    return claiming.claim(state, requests, byteLimit, moment);
  }

  CancelResult cancel(Topic topic, String id, WhenLeased whenLeased, Moment moment) {
    TopicState state = begin(topic, moment);
    return state == null
        ? new CancelResult(CancelResult.Answer.UNKNOWN, null, 0)
        : changing.cancel(state, id, whenLeased, moment);
  }

  RescheduleResult reschedule(Topic topic, String id, Due due, Moment moment) {
    TopicState state = begin(topic, moment);
    return state == null
        ? new RescheduleResult(RescheduleResult.Answer.UNKNOWN, null, null)
        : changing.reschedule(state, id, due, moment);
  }

  Optional<Message> peek(Topic topic, String id, Moment moment) {
    TopicState state = begin(topic, moment);
    Entry entry = state == null ? null : lives.known(state, id, moment);
    return entry == null ? Optional.empty() : Optional.of(Views.peek(ledger, entry, moment));
  }

  Optional<State> erase(Topic topic, String id, Moment moment) {
    TopicState state = begin(topic, moment);
    return state == null ? Optional.empty() : changing.erase(state, id, moment);
  }

  RedriveResult redrive(Redrive redrive, Moment moment) {
    TopicState state = begin(redrive.topic(), moment);
    return state == null
        ? new RedriveResult(0, List.of(), null)
        : operating.redrive(state, redrive, moment);
  }

  long purge(Topic topic, Moment moment) {
    TopicState state = begin(topic, moment);
    if (state != null) {
      sweeping.sweep(state, moment);
    }
    return state == null ? 0 : operating.purge(state);
  }

  int purge(Topic topic, State ended, int limit, Moment moment) {
    TopicState state = begin(topic, moment);
    return state == null ? 0 : operating.purge(state, ended, limit, moment);
  }

  TopicSettings settings(Topic topic) {
    TopicState state = ledger.topics().find(topic);
    return state == null ? TopicSettings.DEFAULT : state.settings;
  }

  void configure(Topic topic, TopicSettings settings, Moment moment) {
    recordDeaths(topic, moment);
    operating.configure(ledger.register(topic), settings);
  }

  void pause(Topic topic, boolean paused, Moment moment) {
    recordDeaths(topic, moment);
    if (paused || ledger.topics().find(topic) != null) {
      operating.pause(ledger.register(topic), paused);
    }
  }

  void watch(Topic topic, boolean watched) {
    wakeups.watch(topic, watched);
  }

  SweepReply sweep(int budget, Moment moment) {
    return sweeping.sweep(budget, moment);
  }

  Page<Topic> topics(@Nullable String cursor, int limit) {
    return ledger.topics().page(cursor, limit);
  }

  /** What has to be read for a browse, from a snapshot and on another thread. */
  Supplier<Page<Message>> browse(Browse browse, Moment moment) {
    TopicState state = sweptAndFlushed(browse.topic(), moment);
    if (state == null) {
      return () -> new Page<>(List.of(), null);
    }
    Reading reading = new Reading(database, database.snapshot(), state, moment);
    return reading.closing(() -> reading.browse(browse));
  }

  Supplier<TopicStats> stats(Topic topic, Moment moment) {
    TopicState state = sweptAndFlushed(topic, moment);
    if (state == null) {
      TopicStats nothing = Counting.nothing(topic);
      return () -> nothing;
    }
    Reading reading = new Reading(database, database.snapshot(), state, moment);
    Counting counting = new Counting(reading, state, moment);
    return reading.closing(counting::stats);
  }

  private @Nullable TopicState sweptAndFlushed(Topic topic, Moment moment) {
    TopicState state = begin(topic, moment);
    if (state != null) {
      sweeping.sweep(state, moment);
      ledger.flush();
    }
    return state;
  }

  /** The topic, after what has become true in it was written down. */
  private @Nullable TopicState begin(Topic topic, Moment moment) {
    recordDeaths(topic, moment);
    return ledger.topics().find(topic);
  }

  private void recordDeaths(Topic topic, Moment moment) {
    TopicState state = ledger.topics().find(topic.source());
    if (state != null) {
      lives.recordDeaths(state, Sweeping.BUDGET, moment);
    }
    if (topic.isDeathNotices()) {
      TopicState notices = ledger.topics().find(topic);
      if (notices != null) {
        lives.recordDeaths(notices, Sweeping.BUDGET, moment);
      }
    }
    ledger.whole();
  }
}
