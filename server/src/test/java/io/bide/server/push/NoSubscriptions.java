package io.bide.server.push;

import io.bide.Endpoint;
import io.bide.Page;
import io.bide.PushReport;
import io.bide.Subscription;
import io.bide.Subscriptions;
import io.bide.Topic;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** For those who do not push. */
public final class NoSubscriptions implements Subscriptions {
  private static <T> CompletableFuture<T> nobodyAsks() {
    throw new AssertionError("nobody pushes here");
  }

  @Override
  public CompletableFuture<Void> check(Endpoint endpoint) {
    return nobodyAsks();
  }

  @Override
  public CompletableFuture<Optional<Subscription>> find(Topic topic) {
    return nobodyAsks();
  }

  @Override
  public CompletableFuture<Void> save(Subscription subscription) {
    return nobodyAsks();
  }

  @Override
  public CompletableFuture<Optional<Subscription>> change(
      Topic topic, UnaryOperator<Subscription> change) {
    return nobodyAsks();
  }

  @Override
  public CompletableFuture<Boolean> remove(Topic topic) {
    return nobodyAsks();
  }

  @Override
  public CompletableFuture<Page<Subscription>> list(
      String namespace, @Nullable String cursor, int limit) {
    return nobodyAsks();
  }

  @Override
  public CompletableFuture<PushReport> test(Subscription subscription) {
    return nobodyAsks();
  }
}
