package io.bide.spring.service;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * The {@link JobEndpoint} of an application whose web server has few threads that must not wait, such as
 * one of WebFlux: jobs are done on threads of its own, which vanish when there are none.
 */
@RestController
public final class ReactiveJobEndpoint implements AutoCloseable {
  private static final int MOST_THREADS = 64;
  private static final long IDLE_SECONDS = 10;

  private final JobEndpoint endpoint;
  private final ThreadPoolExecutor threads;

  public ReactiveJobEndpoint(JobEndpoint endpoint) {
    this.endpoint = endpoint;
    AtomicInteger number = new AtomicInteger();
    this.threads = new ThreadPoolExecutor(
        MOST_THREADS,
        MOST_THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        task -> new Thread(task, "bide-job-" + number.incrementAndGet()));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Does a job. Complete when it is done. */
  @PostMapping(JobEndpoint.PATH)
  public CompletableFuture<ResponseEntity<String>> work(@RequestBody byte[] body) {
    return CompletableFuture.supplyAsync(() -> endpoint.work(body), threads);
  }

  /** Jobs that run go on to their end. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
