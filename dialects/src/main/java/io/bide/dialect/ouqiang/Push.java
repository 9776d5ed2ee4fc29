package io.bide.dialect.ouqiang;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Topic;
import io.bide.WhenLeased;
import io.bide.dialect.ouqiang.Places.Known;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One push: announces where the job will be, puts it there, takes it out of where it was, and says that
 * this is done. It may stop after any of these steps, see {@link Jobs}.
 *
 * <p>After the put the record is read again. Somebody who has meanwhile announced another topic names this
 * one as a previous one: the push came first, and is done. If the record does not know the job at all,
 * because it was found nowhere yet and forgotten, or was taken away before it came, the push starts anew.
 * Either way a push is kept waiting only by one that went ahead, so that they cannot hold up each other.
 *
 * <p>A push back to a topic that another one is just leaving lets that one finish first: its cancel, still
 * under way, would hit the new job. One that has stopped half-way is not waited for longer than that.
 */
final class Push {
  private static final int TRIES = 64;
  private static final int PATIENCE = 16;

  private final DelayQueue queue;
  private final Places places;
  private final Put job;
  private final String id;
  private int triesLeft = TRIES;
  private int patience = PATIENCE;

  Push(DelayQueue queue, Places places, Put job) {
    this.queue = queue;
    this.places = places;
    this.job = job;
    this.id = job.requireId();
  }

  /** Most ids are new: that is found out by writing. */
  CompletableFuture<Void> run() {
    return announce(Known.NOTHING);
  }

  private CompletableFuture<Void> again() {
    return places.find(id).thenCompose(this::from);
  }

  private CompletableFuture<Void> from(Known known) {
    if (--triesLeft == 0) {
      throw new BideException(
          ErrorCode.OVERLOADED, "job " + id + " is being pushed by many at once; try again");
    }
    return isBeingLeft(known.place()) && --patience > 0
        ? again()
        : look(known.place()).thenCompose(done -> announce(known));
  }

  /** Nobody takes a job away from where he may not even look. */
  private CompletableFuture<Void> look(@Nullable Place place) {
    Stream<Topic> others =
        place == null ? Stream.empty() : place.topics().filter(topic -> !topic.equals(job.topic()));
    return CompletableFuture.allOf(
        others.map(topic -> queue.peek(topic, id)).toArray(CompletableFuture[]::new));
  }

  private boolean isBeingLeft(@Nullable Place place) {
    return place != null && place.previous().contains(job.topic());
  }

  private CompletableFuture<Void> announce(Known known) {
    Place before = known.place();
    Place next = before == null ? Place.in(job.topic()) : before.moved(job.topic());
    return places
        .change(id, known, next)
        .thenCompose(written -> written ? put(before, next) : again());
  }

  private CompletableFuture<Void> put(@Nullable Place before, Place next) {
    return queue.put(job).thenCompose(result -> {
      if (result instanceof PutResult.Failed failed) {
        return takeBack(before, next, failed.error());
      }
      return confirm();
    });
  }

  /** A put that did not happen leaves the record as it was. */
  private CompletableFuture<Void> takeBack(@Nullable Place before, Place next, BideException why) {
    if (why.code().outcome() == ErrorCode.Outcome.UNKNOWN) {
      return CompletableFuture.failedFuture(why);
    }
    return places
        .find(id)
        .thenCompose(known -> {
          if (!next.equals(known.place())) {
            return CompletableFuture.completedFuture(null);
          }
          return before == null
              ? places.forget(id, known)
              : places.change(id, known, before).thenAccept(written -> {});
        })
        .thenCompose(done -> CompletableFuture.failedFuture(why));
  }

  private CompletableFuture<Void> confirm() {
    return places.find(id).thenCompose(known -> {
      Place place = known.place();
      if (place == null || place.topics().noneMatch(job.topic()::equals)) {
        return from(known);
      }
      boolean overtaken = !place.topic().equals(job.topic());
      return overtaken || place.previous().isEmpty()
          ? CompletableFuture.completedFuture(null)
          : cancel(place.previous()).thenCompose(done -> clear(known));
    });
  }

  private CompletableFuture<Void> cancel(List<Topic> previous) {
    return CompletableFuture.allOf(previous.stream()
        .map(topic -> queue.cancel(topic, id, WhenLeased.VOID))
        .toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<Void> clear(Known known) {
    return places
        .change(id, known, Place.in(job.topic()))
        .thenCompose(written -> written ? CompletableFuture.completedFuture(null) : confirm());
  }
}
