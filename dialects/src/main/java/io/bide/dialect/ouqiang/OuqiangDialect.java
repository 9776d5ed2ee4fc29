package io.bide.dialect.ouqiang;

import io.bide.BideException;
import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Records;
import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.Refusal;
import io.bide.dialect.Right;
import io.bide.dialect.Route;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wire of ouqiang/delay-queue 0.4: {@code /push}, {@code /pop}, {@code /finish}, {@code /delete} and
 * {@code /get}, by any method, answered with status 200 and a code. Thread-safe.
 *
 * <p>Its topics are those of the default namespace. What an id stands for is told by {@link Jobs}.
 */
public final class OuqiangDialect implements Dialect {
  /** Two seconds less than its clients wait. */
  public static final Duration DEFAULT_POP_WAIT = Duration.ofSeconds(178);

  private static final Logger log = LoggerFactory.getLogger(OuqiangDialect.class);
  private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain; charset=utf-8");
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final String NO_SUCH_PAGE = "404 page not found\n";

  private final Jobs jobs;
  private final Duration popWait;
  private final InstantSource clock;

  /**
   * The dialect.
   *
   * @param records where it is kept which topic an id belongs to
   * @param popWait how long {@code /pop} waits for a job; no longer than a claim may wait
   */
  public OuqiangDialect(Records records, Duration popWait, InstantSource clock) {
    this.jobs = new Jobs(new Places(records));
    this.popWait = popWait;
    this.clock = clock;
  }

  /**
   * Stores jobs that come from elsewhere, each unless there is one with its id. Their puts are as those of a push
   * are, but reject.
   */
  public CompletableFuture<List<PutResult>> store(DelayQueue queue, List<Put> arriving) {
    return jobs.store(queue, arriving);
  }

  @Override
  public String name() {
    return "ouqiang";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.any("/push", Right.PUT, this::push),
        Route.any("/pop", Right.CLAIM, this::pop),
        Route.any("/finish", Right.CLAIM, call -> end(call, jobs::finish)),
        Route.any("/delete", Right.PUT, call -> end(call, jobs::delete)),
        Route.any("/get", Right.ANY, this::get));
  }

  private void push(Call call) {
    JobRequest request = JobRequest.read(call.body());
    call.then(jobs.push(call.queue(), request.job()), done -> answer(call, Reply.pushed()));
  }

  private void pop(Call call) {
    JobRequest request = JobRequest.read(call.body());
    Pop pop = new Pop(call.queue(), jobs, clock, request.topics(), popWait);
    call.handOut(pop.start(), claimed -> answer(call, popped(claimed)));
  }

  private static Buffer popped(Claimed claimed) {
    return claimed.isEmpty()
        ? Reply.nothing()
        : Reply.popped(claimed.deliveries().get(0).message());
  }

  /** Ends the job of an id. */
  @FunctionalInterface
  private interface End {
    CompletableFuture<Void> of(DelayQueue queue, String id);
  }

  private void end(Call call, End end) {
    String id = JobRequest.read(call.body()).requireId();
    call.then(end.of(call.queue(), id), done -> answer(call, Reply.nothing()));
  }

  private void get(Call call) {
    String id = JobRequest.read(call.body()).requireId();
    call.then(
        jobs.get(call.queue(), id),
        found -> answer(call, found.map(Reply::shown).orElseGet(Reply::nothing)));
  }

  private static void answer(Call call, Buffer body) {
    call.answer(OK, TEXT, body);
  }

  /** What the original does not know, such as a missing key, keeps the status it has elsewhere. */
  @Override
  public void fail(Call call, Throwable failure) {
    if (failure instanceof Refusal refusal) {
      refusal.headers().forEach(call::header);
      Buffer body = refusal.status() == NOT_FOUND
          ? Buffer.buffer(NO_SUCH_PAGE)
          : Reply.failed(refusal.reason());
      call.answer(refusal.status(), TEXT, body);
    } else if (failure instanceof BideException error) {
      int status = error.code() == ErrorCode.FORBIDDEN ? FORBIDDEN : OK;
      call.answer(status, TEXT, Reply.failed(String.valueOf(error.getMessage())));
    } else {
      String reference = UUID.randomUUID().toString();
      log.error("{} failed, reference {}", call.request().path(), reference, failure);
      answer(call, Reply.failed("the server failed; look for " + reference + " in its log"));
    }
  }
}
