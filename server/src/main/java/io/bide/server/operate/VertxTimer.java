package io.bide.server.operate;

import io.bide.store.Timer;
import io.vertx.core.Vertx;
import java.time.Duration;

/** The timer of the event loops. */
public final class VertxTimer implements Timer {
  private final Vertx vertx;

  public VertxTimer(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public Runnable after(Duration delay, Runnable task) {
    // Vert.x counts whole milliseconds and refuses zero.
    long id = vertx.setTimer(delay.toMillis() + 1, timer -> task.run());
    return () -> vertx.cancelTimer(id);
  }
}
