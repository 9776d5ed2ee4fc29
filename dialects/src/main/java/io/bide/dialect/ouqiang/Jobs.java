package io.bide.dialect.ouqiang;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import io.bide.WhenLeased;
import io.bide.dialect.ouqiang.Places.Known;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Jobs by their id alone, over a queue whose ids are unique within a topic only.
 *
 * <p>The idea: a durable record says to which topic an id belongs, and it is written <em>before</em> the job.
 * A push that moves an id writes {topic, previous ones}, puts the job, cancels it in the previous topics, then
 * clears them ({@link Push}). Whoever looks for an id looks into all of them. So wherever it stops half-way,
 * the job is found: in its new topic if it was put there, in a previous one otherwise.
 *
 * <p>The invariant: of the jobs that were pushed under one id at most one counts, the first that is found
 * going from the topic of its record to the oldest of the previous ones. What is left elsewhere by a push that
 * stopped half-way is known by that, and is not handed out ({@link #counts}).
 *
 * <p>Changes of one id take turns within this process; between processes the versions of the record decide.
 */
final class Jobs {
  /** On every job that was pushed: what was put by others may share an id with one. */
  static final Map<String, String> MARK = Map.of("dialect", "ouqiang");

  private static final CompletableFuture<Boolean> YES = CompletableFuture.completedFuture(true);
  private static final CompletableFuture<Boolean> NO = CompletableFuture.completedFuture(false);

  private final Places places;
  private final Turns turns = new Turns();

  Jobs(Places places) {
    this.places = places;
  }

  /** Stores a job in place of whatever has its id. */
  CompletableFuture<Void> push(DelayQueue queue, Put job) {
    return turns.take(job.requireId(), () -> new Push(queue, places, job).run());
  }

  /** Stores jobs that come from elsewhere, each unless its id is alive. */
  CompletableFuture<List<PutResult>> store(DelayQueue queue, List<Put> jobs) {
    return new Arrivals(queue, places).store(jobs);
  }

  /** The live job of an id. */
  CompletableFuture<Optional<Message>> get(DelayQueue queue, String id) {
    return places.find(id).thenCompose(known -> find(queue, id, known));
  }

  private CompletableFuture<Optional<Message>> find(DelayQueue queue, String id, Known known) {
    return live(queue, id, known.place())
        .thenCompose(found -> found.isPresent()
            ? CompletableFuture.completedFuture(found)
            : places.forget(id, known).thenApply(done -> found));
  }

  /** The job that counts, by its record. */
  static CompletableFuture<Optional<Message>> live(
      DelayQueue queue, String id, @Nullable Place place) {
    return place == null
        ? CompletableFuture.completedFuture(Optional.empty())
        : live(queue, id, place.topics().iterator());
  }

  private static CompletableFuture<Optional<Message>> live(
      DelayQueue queue, String id, Iterator<Topic> topics) {
    return live(queue, topics.next(), id)
        .thenCompose(found -> found.isPresent() || !topics.hasNext()
            ? CompletableFuture.completedFuture(found)
            : live(queue, id, topics));
  }

  static CompletableFuture<Optional<Message>> live(DelayQueue queue, Topic topic, String id) {
    return queue
        .peek(topic, id)
        .thenApply(found -> found.filter(job -> job.state().live()));
  }

  /** Ends a job as done; one that is not known is done already. */
  CompletableFuture<Void> finish(DelayQueue queue, String id) {
    return end(
        id,
        topic -> queue
            .ack(Target.id(topic, id, State.WAITING, State.READY, State.LEASED))
            .thenAccept(Jobs::check));
  }

  private static void check(SettleResult result) {
    if (result.error() != null) {
      throw result.error();
    }
  }

  /** Takes a job back, also from whoever works on it. */
  CompletableFuture<Void> delete(DelayQueue queue, String id) {
    return end(id, topic -> queue.cancel(topic, id, WhenLeased.VOID).thenAccept(result -> {}));
  }

  /** Ends the job of an id in one topic. */
  @FunctionalInterface
  private interface End {
    CompletableFuture<Void> in(Topic topic);
  }

  private CompletableFuture<Void> end(String id, End end) {
    return turns.take(id, () -> places.find(id).thenCompose(known -> end(id, known, end)));
  }

  /** In the oldest topic first: there it counts again as soon as it has ended in the newer ones. */
  private CompletableFuture<Void> end(String id, Known known, End end) {
    Place place = known.place();
    if (place == null) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> before = CompletableFuture.completedFuture(null);
    for (int i = place.previous().size() - 1; i >= 0; i--) {
      Topic topic = place.previous().get(i);
      before = before.thenCompose(done -> end.in(topic));
    }
    return before
        .thenCompose(done -> end.in(place.topic()))
        .thenCompose(done -> places.forget(id, known));
  }

  /**
   * Whether a message that was claimed is to be handed out: false for a job that another push has replaced.
   * One whose id is not known here, because others put it, becomes known, so that it can be finished.
   */
  CompletableFuture<Boolean> counts(DelayQueue queue, Message claimed) {
    return places.find(claimed.id()).thenCompose(known -> {
      Place place = known.place();
      if (place == null) {
        return adopt(claimed, known);
      }
      boolean itsOwn = place.topic().equals(claimed.topic()) || !isPushed(claimed);
      return itsOwn ? YES : isNotReplaced(queue, claimed, known, place);
    });
  }

  private static boolean isPushed(Message message) {
    return message.attributes().entrySet().containsAll(MARK.entrySet());
  }

  /** Its record names other topics: one of them counts if there is a job in it. */
  private CompletableFuture<Boolean> isNotReplaced(
      DelayQueue queue, Message claimed, Known known, Place place) {
    List<Topic> newer =
        place.topics().takeWhile(topic -> !topic.equals(claimed.topic())).toList();
    boolean isKnown = newer.size() <= place.previous().size();
    return live(queue, claimed.id(), newer.iterator())
        .exceptionally(Jobs::outOfReach)
        .thenCompose(other -> {
          if (other.isPresent()) {
            return NO;
          }
          return isKnown ? YES : adopt(claimed, known);
        });
  }

  /** That somebody else writes at this moment is fine: they know better. */
  private CompletableFuture<Boolean> adopt(Message claimed, Known known) {
    return places.change(claimed.id(), known, Place.in(claimed.topic())).thenApply(written -> true);
  }

  /** A caller who may not look there may still work on what it was given. */
  private static Optional<Message> outOfReach(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof BideException error && error.code() == ErrorCode.FORBIDDEN) {
      return Optional.empty();
    }
    throw new CompletionException(cause);
  }
}
