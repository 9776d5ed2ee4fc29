package io.bide.spring.work;

import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.context.SmartLifecycle;

/**
 * Work that begins when everything else in the application stands, and stops before anything else does.
 * Stopping takes no further message and lets handlers finish.
 */
public abstract class Work implements SmartLifecycle {
  private final AtomicBoolean running = new AtomicBoolean();

  Work() {}

  /** Begins, if there is anything to do. */
  abstract void begin();

  /** Takes no more, and waits for what runs. */
  abstract void end();

  @Override
  public final void start() {
    if (running.compareAndSet(false, true)) {
      begin();
    }
  }

  @Override
  public final void stop() {
    if (running.compareAndSet(true, false)) {
      end();
    }
  }

  /** Listeners and tasks wait for their handlers at the same time, not one after the other. */
  @Override
  public final void stop(Runnable stopped) {
    Runnable stopping = () -> {
      try {
        stop();
      } finally {
        stopped.run();
      }
    };
    new Thread(stopping, "bide-stopping-1").start();
  }

  @Override
  public final boolean isRunning() {
    return running.get();
  }
}
