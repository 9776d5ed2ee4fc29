package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.Browse;
import io.bide.CancelResult;
import io.bide.Due;
import io.bide.Message;
import io.bide.Page;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Records;
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
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.store.StoreListener;
import io.bide.store.SweepReply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store on a local disk, in RocksDB. Memory does not grow with the number of messages, and opening
 * does not read them. Thread-safe.
 *
 * <p>An answer means that the change is on the disk (see {@link RocksConfig.Durability}). When the
 * disk is nearly full puts fail with {@link io.bide.ErrorCode#STORE_FULL} and everything else goes on.
 */
public final class RocksStore implements Store {
  private final DataDirectory directory;
  private final Writer writer;
  private final Relay relay;
  private final StoredRecords records;
  private final AtomicBoolean closed = new AtomicBoolean();

  private RocksStore(RocksConfig config, Disk.Seam seam) {
    this.directory = DataDirectory.take(config.directory());
    this.relay = new Relay();
    this.writer = new Writer(config, directory, seam, relay);
    this.records = new StoredRecords(writer, relay);
    try {
      writer.start();
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Opens the store, creating it if the directory is empty.
   *
   * @throws BideException when the directory is in use, the data is damaged or of another version
   */
  public static RocksStore open(RocksConfig config) {
    return open(config, Disk.Seam.NONE);
  }

  static RocksStore open(RocksConfig config, Disk.Seam seam) {
    return new RocksStore(config, seam);
  }

  private <T> CompletableFuture<T> write(BiFunction<Machine, Moment, T> work) {
    return writer
        .submit(Command.<T>writing((machine, moment) -> {
          T answer = work.apply(machine, moment);
          return () -> answer;
        }))
        .future();
  }

  private <T> CompletableFuture<T> read(BiFunction<Machine, Moment, Supplier<T>> work) {
    return writer.submit(Command.<T>reading(work::apply)).future();
  }

  private CompletableFuture<Void> run(BiConsumer<Machine, Moment> work) {
    return writer
        .submit(Command.<Void>writing((machine, moment) -> {
          work.accept(machine, moment);
          return RocksStore::nothing;
        }))
        .future();
  }

  @SuppressWarnings("NullAway") // The only value of Void is null.
  private static Void nothing() {
    return null;
  }

  @Override
  public void listen(StoreListener listener) {
    relay.target = listener;
  }

  @Override
  public CompletableFuture<List<PutResult>> put(List<Put> puts) {
    return write((machine, moment) -> machine.put(puts, moment));
  }

  @Override
  public CompletableFuture<ClaimReply> claim(
      Topic topic, List<ClaimRequest> requests, long byteLimit) {
    return write((machine, moment) -> machine.claim(topic, requests, byteLimit, moment));
  }

  @Override
  public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
    return write((machine, moment) -> machine.settle(settles, moment));
  }

  @Override
  public CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    return write((machine, moment) -> machine.cancel(topic, id, whenLeased, moment));
  }

  @Override
  public CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    return write((machine, moment) -> machine.reschedule(topic, id, due, moment));
  }

  @Override
  public CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return write((machine, moment) -> machine.peek(topic, id, moment));
  }

  @Override
  public CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return write((machine, moment) -> machine.erase(topic, id, moment));
  }

  @Override
  public CompletableFuture<Page<Message>> browse(Browse browse) {
    return read((machine, moment) -> machine.browse(browse, moment));
  }

  @Override
  public CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    return write((machine, moment) -> machine.redrive(redrive, moment));
  }

  @Override
  public CompletableFuture<Long> purge(Topic topic) {
    return write((machine, moment) -> machine.purge(topic, moment));
  }

  @Override
  public CompletableFuture<Integer> purge(Topic topic, State ended, int limit) {
    return write((machine, moment) -> machine.purge(topic, ended, limit, moment));
  }

  @Override
  public CompletableFuture<TopicSettings> settings(Topic topic) {
    return write((machine, moment) -> machine.settings(topic));
  }

  @Override
  public CompletableFuture<Void> configure(Topic topic, TopicSettings settings) {
    return run((machine, moment) -> machine.configure(topic, settings, moment));
  }

  @Override
  public CompletableFuture<Void> pause(Topic topic, boolean paused) {
    return run((machine, moment) -> machine.pause(topic, paused, moment));
  }

  @Override
  public CompletableFuture<TopicStats> stats(Topic topic) {
    return read((machine, moment) -> machine.stats(topic, moment));
  }

  @Override
  public CompletableFuture<Page<Topic>> topics(@Nullable String cursor, int limit) {
    return write((machine, moment) -> machine.topics(cursor, limit));
  }

  @Override
  public CompletableFuture<SweepReply> sweep(int budget) {
    return write((machine, moment) -> machine.sweep(budget, moment));
  }

  @Override
  public void watch(Topic topic, boolean watched) {
    // Nobody waits for it: calls made from now on come after it.
    var unused = run((machine, moment) -> machine.watch(topic, watched));
  }

  @Override
  public Records records() {
    return records;
  }

  @Override
  public CompletableFuture<Void> ping() {
    return run((machine, moment) -> {});
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        writer.stop();
      } finally {
        directory.close();
      }
    }
  }

  @Override
  public String toString() {
    return "RocksStore in " + directory.path();
  }
}
