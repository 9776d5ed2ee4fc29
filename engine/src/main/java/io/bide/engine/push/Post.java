package io.bide.engine.push;

import io.bide.BideException;
import io.bide.Body;
import io.bide.Endpoint;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.PushReport;
import io.bide.PushReport.Outcome;
import io.bide.ServiceDirectory;
import io.bide.ServiceDirectory.Instance;
import io.bide.Subscription;
import io.bide.engine.push.Courier.Reply;
import io.bide.engine.push.Courier.Undelivered;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Brings one message to its endpoint: to the URL, or to the first instance of the service that takes
 * it. Never fails: what goes wrong is in the report.
 */
final class Post {
  private final Courier courier;
  private final @Nullable ServiceDirectory directory;
  private final InstantSource clock;
  private final LongSupplier ticker;
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * What became of a message.
   *
   * @param retryAfter when the receiver wants to be tried again
   */
  record Result(PushReport report, @Nullable Duration retryAfter) {}

  /** Where one call goes. */
  private record Place(URI url, boolean instance) {}

  Post(
      Courier courier,
      @Nullable ServiceDirectory directory,
      InstantSource clock,
      LongSupplier ticker) {
    this.courier = courier;
    this.directory = directory;
    this.clock = clock;
    this.ticker = ticker;
  }

  CompletableFuture<Result> bring(Subscription terms, Message message) {
    long begun = ticker.getAsLong();
    CompletableFuture<Result> answer = new CompletableFuture<>();
    var unused = places(terms.endpoint())
        .thenCompose(places -> toFirst(places, new Letters(terms, message, clock.instant()), begun))
        .whenComplete(
            (result, error) -> answer.complete(error == null ? result : failed(error, begun)));
    return answer;
  }

  /** The same answer as for a call that could not be made. */
  Result failed(Throwable error, long begun) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    Outcome outcome = Outcome.UNREACHABLE;
    if (cause instanceof Undelivered undelivered) {
      outcome = switch (undelivered.why()) {
        case TIMED_OUT -> Outcome.TIMED_OUT;
        case UNREACHABLE -> Outcome.UNREACHABLE;
        case FORBIDDEN -> Outcome.FORBIDDEN;
      };
    } else if (cause instanceof BideException || cause instanceof IllegalArgumentException) {
      outcome = Outcome.UNDELIVERABLE;
    }
    String detail = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return new Result(new PushReport(outcome, null, detail, since(begun)), null);
  }

  private CompletableFuture<List<Place>> places(Endpoint endpoint) {
    if (endpoint instanceof Endpoint.Url url) {
      return CompletableFuture.completedFuture(List.of(new Place(url.url(), false)));
    }
    Endpoint.Service service = (Endpoint.Service) endpoint;
    if (directory == null) {
      return CompletableFuture.failedFuture(new BideException(
          ErrorCode.INVALID, "no service directory is configured; see docs/push.md"));
    }
    return directory.instances(service.service()).thenApply(all -> matching(service, all));
  }

  /** In turns, so that all of them get their share. */
  private List<Place> matching(Endpoint.Service service, List<Instance> all) {
    List<Place> places = all.stream()
        .filter(instance -> service.type() == null || instance.types().contains(service.type()))
        .map(instance -> new Place(under(instance.address(), service.path()), true))
        .toList();
    if (places.isEmpty()) {
      throw new Undelivered(
          Undelivered.Why.UNREACHABLE,
          "no instance of service " + service.service()
              + (service.type() == null ? "" : " for " + service.type()) + " is registered");
    }
    int first = Math.floorMod(turn.getAndIncrement(), places.size());
    return Stream.concat(places.stream().skip(first), places.stream().limit(first))
        .toList();
  }

  private static URI under(URI address, String path) {
    String base = address.toString();
    return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
  }

  /** One after the other, until one takes it. */
  private CompletableFuture<Result> toFirst(List<Place> places, Letters letters, long begun) {
    CompletableFuture<Result> here = all(places.get(0), letters, 0, begun);
    if (places.size() == 1) {
      return here;
    }
    List<Place> others = places.subList(1, places.size());
    return here.thenCompose(result -> result.report().delivered()
        ? CompletableFuture.completedFuture(result)
        : toFirst(others, letters, begun));
  }

  /** All requests of a message, one after the other, until one fails. */
  private CompletableFuture<Result> all(Place place, Letters letters, int index, long begun) {
    List<Body> bodies = letters.bodies();
    CompletableFuture<Result> one = send(place, letters, bodies.get(index), index, begun);
    if (index + 1 == bodies.size()) {
      return one;
    }
    return one.thenCompose(result -> result.report().delivered()
        ? all(place, letters, index + 1, begun)
        : CompletableFuture.completedFuture(result));
  }

  private CompletableFuture<Result> send(
      Place place, Letters letters, Body body, int index, long begun) {
    CompletableFuture<Reply> reply;
    try {
      reply = courier.send(letters.to(place.url(), place.instance(), body, index));
    } catch (RuntimeException e) {
      reply = CompletableFuture.failedFuture(e);
    }
    return reply.handle(
        (answer, error) -> error == null ? answered(place, answer, begun) : failed(error, begun));
  }

  private Result answered(Place place, Reply reply, long begun) {
    int status = reply.status();
    if (status >= 200 && status < 300) {
      return new Result(new PushReport(Outcome.DELIVERED, status, null, since(begun)), null);
    }
    return new Result(
        new PushReport(
            // An instance does not speak for its service.
            status == 410 && !place.instance() ? Outcome.GONE : Outcome.REJECTED,
            status,
            "the receiver answered " + status,
            since(begun)),
        RetryAfter.read(reply.retryAfter(), clock.instant()));
  }

  private Duration since(long begun) {
    return Duration.ofNanos(ticker.getAsLong() - begun);
  }
}
