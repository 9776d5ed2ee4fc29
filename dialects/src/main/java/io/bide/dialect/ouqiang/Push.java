package io.bide.dialect.ouqiang;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Topic;
import io.bide.WhenLeased;
import io.bide.dialect.ouqiang.Places.Known;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One push: announces where the job will be, puts it there, takes it out of where it was, and says that
 * this is done. It may stop after any of these steps, see {@link Jobs}.
 *
 * <p>After the put the record is read again: if somebody has meanwhile written another topic, or has found
 * nothing where the record pointed and forgotten it, the push starts anew with what is known now.
 */
final class Push {
  private static final int TRIES = 16;

  private final DelayQueue queue;
  private final Places places;
  private final Put job;
  private final String id;
  private int triesLeft = TRIES;

  Push(DelayQueue queue, Places places, Put job) {
    this.queue = queue;
    this.places = places;
    this.job = job;
    this.id = job.requireId();
  }

  /** Most ids are new: that is found out by writing. */
  CompletableFuture<Void> run() {
    return announce(Known.NOTHING, null);
  }

  private CompletableFuture<Void> again() {
    return places.find(id).thenCompose(this::from);
  }

  private CompletableFuture<Void> from(Known known) {
    if (--triesLeft == 0) {
      throw new BideException(
          ErrorCode.OVERLOADED, "job " + id + " is being pushed by many at once; try again");
    }
    return current(known.place()).thenCompose(topic -> announce(known, topic.orElse(null)));
  }

  /** Where the job is now; what an earlier push has left behind is taken away. */
  private CompletableFuture<Optional<Topic>> current(@Nullable Place place) {
    if (place == null) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Topic previous = place.previous();
    if (previous == null && place.topic().equals(job.topic())) {
      return CompletableFuture.completedFuture(Optional.of(place.topic()));
    }
    CompletableFuture<Optional<Message>> there = Jobs.live(queue, place.topic(), id);
    if (previous == null) {
      return there.thenApply(found -> found.map(Message::topic));
    }
    return there.thenCompose(found -> found.isPresent()
        ? cancel(previous).thenApply(done -> Optional.of(place.topic()))
        : Jobs.live(queue, previous, id).thenApply(other -> other.map(Message::topic)));
  }

  private CompletableFuture<Void> announce(Known known, @Nullable Topic from) {
    Place next = Place.moved(job.topic(), from);
    return places
        .change(id, known, next)
        .thenCompose(written -> written ? put(next, from) : again());
  }

  private CompletableFuture<Void> put(Place next, @Nullable Topic from) {
    return queue.put(job).thenCompose(result -> {
      if (result instanceof PutResult.Failed failed) {
        return takeBack(next, from, failed.error());
      }
      return confirm();
    });
  }

  /** A put that did not happen leaves the record as it was. */
  private CompletableFuture<Void> takeBack(Place next, @Nullable Topic from, BideException why) {
    if (why.code().outcome() == ErrorCode.Outcome.UNKNOWN) {
      return CompletableFuture.failedFuture(why);
    }
    return places
        .find(id)
        .thenCompose(known -> {
          if (!next.equals(known.place())) {
            return CompletableFuture.completedFuture(null);
          }
          return from == null
              ? places.forget(id, known)
              : places.change(id, known, Place.in(from)).thenAccept(written -> {});
        })
        .thenCompose(done -> CompletableFuture.failedFuture(why));
  }

  private CompletableFuture<Void> confirm() {
    return places.find(id).thenCompose(known -> {
      Place place = known.place();
      if (place == null || !place.topic().equals(job.topic())) {
        return from(known);
      }
      return place.previous() == null
          ? CompletableFuture.completedFuture(null)
          : cancel(place.previous()).thenCompose(done -> clear(known));
    });
  }

  private CompletableFuture<Void> cancel(Topic previous) {
    return queue.cancel(previous, id, WhenLeased.VOID).thenAccept(result -> {});
  }

  private CompletableFuture<Void> clear(Known known) {
    return places
        .change(id, known, Place.in(job.topic()))
        .thenCompose(written -> written ? CompletableFuture.completedFuture(null) : confirm());
  }
}
