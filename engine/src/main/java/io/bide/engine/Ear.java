package io.bide.engine;

import io.bide.BideException;
import io.bide.Event;
import io.bide.Topic;
import io.bide.store.StoreListener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears the store and passes on what it says to whom it concerns. */
final class Ear implements StoreListener {
  private static final Logger log = LoggerFactory.getLogger(Ear.class);

  private final Gate gate;
  private final Waiting waiting;
  private final EventHub events;
  private final WatchedRecords records;

  private final CompletableFuture<BideException> failure = new CompletableFuture<>();
  private volatile Commits commits = (calls, took) -> {};

  Ear(Gate gate, Waiting waiting, EventHub events, WatchedRecords records) {
    this.gate = gate;
    this.waiting = waiting;
    this.events = events;
    this.records = records;
  }

  @Override
  public void due(Topic topic, Duration in) {
    waiting.due(topic, in);
  }

  @Override
  public void died(Event.Died death) {
    events.tell(death);
  }

  @Override
  public void recordChanged(String key) {
    records.changed(key);
  }

  /** Completed when the store has failed for good. */
  CompletableFuture<BideException> failure() {
    return failure.copy();
  }

  void observe(Commits observer) {
    commits = observer;
  }

  @Override
  public void committed(int calls, Duration took) {
    commits.committed(calls, took);
  }

  @Override
  public void failed(BideException reason) {
    log.error("The store has failed, and with it every call from now on: {}", reason.getMessage());
    gate.fail(reason);
    waiting.fail(reason);
    failure.complete(reason);
  }
}
