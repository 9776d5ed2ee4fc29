package io.bide.engine;

import io.bide.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** A store that does everything on a thread of its own, as real ones do. */
final class AsyncStore extends ForwardingStore {
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "bide-test-store-1"));

  AsyncStore(Store store) {
    super(store);
  }

  @Override
  <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    thread.execute(() -> Failures.whenDone(call.get(), (value, error) -> {
      if (error == null) {
        answer.complete(value);
      } else {
        answer.completeExceptionally(error);
      }
    }));
    return answer;
  }

  @Override
  public void close() {
    thread.shutdown();
    super.close();
  }
}
