package io.bide.tasks;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Runs tasks on the thread that brings them, one after the other and never one inside another. */
final class Turns implements Executor {
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private boolean running;

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (running) {
      return;
    }
    running = true;
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
    running = false;
  }
}
