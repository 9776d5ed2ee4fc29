package io.bide.dialect.camellia;

import io.bide.dialect.Call;
import io.bide.dialect.Right;
import io.bide.dialect.Route;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Whether a balancer should send clients here. Offline is what an operator wishes, for this process and
 * this dialect only; whoever calls all the same is served.
 */
final class Health {
  private static final String ROOT = "/camellia/health/";
  private static final Buffer WELL = Buffer.buffer("{\"code\":200}");
  private static final Buffer NOT_WELL = Buffer.buffer("{\"code\":500}");

  private final Supplier<? extends CompletableFuture<?>> store;
  private volatile boolean offline;

  /**
   * Health.
   *
   * @param store completes when the store works, and fails when it does not
   */
  Health(Supplier<? extends CompletableFuture<?>> store) {
    this.store = store;
  }

  List<Route> routes() {
    return List.of(
        Route.any(ROOT + "status", Right.NONE, this::status),
        Route.any(ROOT + "check", Right.NONE, Health::well),
        Route.any(ROOT + "online", Right.OPERATE, call -> offline(call, false)),
        Route.any(ROOT + "offline", Right.OPERATE, call -> offline(call, true)));
  }

  private void status(Call call) {
    if (offline) {
      notWell(call);
      return;
    }
    call.then(store.get().handle((done, failure) -> failure == null), works -> {
      if (works) {
        well(call);
      } else {
        notWell(call);
      }
    });
  }

  private void offline(Call call, boolean wish) {
    offline = wish;
    well(call);
  }

  private static void well(Call call) {
    call.answer(200, CamelliaDialect.JSON, WELL.copy());
  }

  private static void notWell(Call call) {
    call.answer(500, CamelliaDialect.JSON, NOT_WELL.copy());
  }
}
