package io.bide.dialect.ouqiang;

import io.bide.DelayQueue;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.dialect.ouqiang.Places.Known;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Jobs that come from elsewhere with many others: stored unless there is one with their id. As with a push
 * the record comes first, and is looked at again after the put.
 */
final class Arrivals {
  private final DelayQueue queue;
  private final Places places;

  Arrivals(DelayQueue queue, Places places) {
    this.queue = queue;
    this.places = places;
  }

  /** Stores them in their order; the answers are in the same order. */
  CompletableFuture<List<PutResult>> store(List<Put> jobs) {
    return all(jobs.stream().map(this::announce).toList()).thenCompose(others -> put(jobs, others));
  }

  /** The live job in whose way it would be; if there is none, its record is written. */
  private CompletableFuture<Optional<Message>> announce(Put job) {
    Place place = Place.in(job.topic());
    return places
        .change(job.requireId(), Known.NOTHING, place)
        .thenCompose(written ->
            written ? CompletableFuture.completedFuture(Optional.empty()) : announceKnown(job));
  }

  private CompletableFuture<Optional<Message>> announceKnown(Put job) {
    String id = job.requireId();
    return places
        .find(id)
        .thenCompose(known -> Jobs.live(queue, id, known.place()).thenCompose(other -> {
          if (other.isPresent()) {
            // In its own topic the token tells whether it is the same one.
            return CompletableFuture.completedFuture(
                other.filter(message -> !message.topic().equals(job.topic())));
          }
          return places
              .change(id, known, Place.in(job.topic()))
              .thenCompose(written -> written
                  ? CompletableFuture.completedFuture(Optional.empty())
                  : announceKnown(job));
        }));
  }

  private CompletableFuture<List<PutResult>> put(List<Put> jobs, List<Optional<Message>> others) {
    List<Put> free = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      if (others.get(i).isEmpty()) {
        free.add(jobs.get(i));
      }
    }
    return queue
        .put(free)
        .thenCompose(
            results -> all(free.stream().map(this::confirm).toList()).thenApply(done -> results))
        .thenApply(results -> merge(others, results.iterator()));
  }

  /** Somebody may have asked for the id in between, and have forgotten it because there was no job yet. */
  private CompletableFuture<Boolean> confirm(Put job) {
    String id = job.requireId();
    return places.find(id).thenCompose(known -> {
      if (known.place() == null) {
        return places.change(id, known, Place.in(job.topic()));
      }
      return Jobs.live(queue, id, known.place())
          .thenCompose(found -> found.isPresent()
              ? CompletableFuture.completedFuture(true)
              : places.forget(id, known).thenApply(done -> false));
    });
  }

  private static List<PutResult> merge(
      List<Optional<Message>> others, Iterator<PutResult> results) {
    return others.stream()
        .map(other -> other.<PutResult>map(PutResult.Duplicate::new).orElseGet(results::next))
        .toList();
  }

  private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
        .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
  }
}
