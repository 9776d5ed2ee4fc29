package io.bide.dialect.camellia;

import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.Route;
import io.vertx.core.http.HttpHeaders;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * What a client of camellia-delay-queue speaks, so that it need not be changed. {@code
 * docs/dialects/camellia.md} tells what maps to what. Thread-safe.
 */
public final class CamelliaDialect implements Dialect {
  public static final String NAME = "camellia";

  /** The largest form, and with it the largest message. */
  public static final int MAX_REQUEST_BYTES = 2 * 1_024 * 1_024;

  static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  private final List<Route> routes;
  private final Failures failures;

  /**
   * The dialect.
   *
   * @param store completes when the store works, and fails when it does not
   */
  public CamelliaDialect(InstantSource clock, Supplier<? extends CompletableFuture<?>> store) {
    this.failures = new Failures(clock);
    this.routes = new Health(store).routes();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Route> routes() {
    return routes;
  }

  @Override
  public void fail(Call call, Throwable failure) {
    failures.answer(call, failure);
  }

  @Override
  public List<String> grounds() {
    return List.of("/camellia");
  }

  @Override
  public int maxRequestBytes() {
    return MAX_REQUEST_BYTES;
  }
}
