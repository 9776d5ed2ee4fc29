package io.bide.engine.push;

import io.bide.BideException;
import io.bide.Body;
import io.bide.Endpoint;
import io.bide.ErrorCode;
import io.bide.Message;
import io.bide.Page;
import io.bide.PushReport;
import io.bide.Records;
import io.bide.Records.Entry;
import io.bide.State;
import io.bide.Subscription;
import io.bide.Subscriptions;
import io.bide.Topic;
import io.bide.engine.push.Courier.Undelivered;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Subscriptions in the records of a store. */
final class StoredSubscriptions implements Subscriptions {
  /** Others who change the same record at the same time will be done by then. */
  private static final int MAX_TRIES = 20;

  private static final String TEST_ID = "test";

  private final Records records;
  private final Destinations destinations;
  private final boolean hasDirectory;
  private final Post post;
  private final InstantSource clock;

  StoredSubscriptions(
      Records records,
      Destinations destinations,
      boolean hasDirectory,
      Post post,
      InstantSource clock) {
    this.records = records;
    this.destinations = destinations;
    this.hasDirectory = hasDirectory;
    this.post = post;
    this.clock = clock;
  }

  @Override
  public CompletableFuture<Void> check(Endpoint endpoint) {
    if (endpoint instanceof Endpoint.Url url) {
      return destinations
          .of(url.url(), false)
          .<Void>thenApply(addresses -> null)
          .exceptionallyCompose(StoredSubscriptions::judge);
    }
    return hasDirectory
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(BideException.invalid(
            "service", "cannot be found: no service directory is configured; see docs/push.md"));
  }

  private static CompletableFuture<Void> judge(Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    if (cause instanceof Undelivered undelivered
        && undelivered.why() == Undelivered.Why.FORBIDDEN) {
      return CompletableFuture.failedFuture(BideException.invalid(
          "url",
          "is not allowed: " + undelivered.getMessage()
              + "; an operator can allow its network by the setting push.allow"));
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Optional<Subscription>> find(Topic topic) {
    return records
        .get(SubscriptionText.key(topic))
        .thenApply(found -> found.map(StoredSubscriptions::read));
  }

  @Override
  public CompletableFuture<Void> save(Subscription subscription) {
    return check(subscription.endpoint()).thenCompose(good -> write(subscription, MAX_TRIES));
  }

  private CompletableFuture<Void> write(Subscription subscription, int tries) {
    String key = SubscriptionText.key(subscription.topic());
    return records
        .get(key)
        .thenCompose(found ->
            records.compareAndSet(key, version(found), SubscriptionText.write(subscription)))
        .thenCompose(written -> written
            ? CompletableFuture.completedFuture(null)
            : again(tries, () -> write(subscription, tries - 1)));
  }

  /**
   * Disables a subscription, and makes a disabled one of an endpoint that had none; says whether it was
   * this call that did so. Several calls that end in the same way are one reason, not several; one that
   * meets another change is not repeated, for the next call to the endpoint will end in the same way.
   */
  CompletableFuture<Boolean> disable(Topic topic, String reason, Supplier<Subscription> ownTerms) {
    String key = SubscriptionText.key(topic);
    return records.get(key).thenCompose(found -> {
      Subscription before = found
          .map(StoredSubscriptions::read)
          .orElseGet(() -> ownTerms.get().change().secrets(List.of()).build());
      return before.enabled()
          ? records.compareAndSet(
              key, version(found), SubscriptionText.write(before.disable(reason)))
          : CompletableFuture.completedFuture(false);
    });
  }

  @Override
  public CompletableFuture<Optional<Subscription>> change(
      Topic topic, UnaryOperator<Subscription> change) {
    return change(topic, change, MAX_TRIES);
  }

  private CompletableFuture<Optional<Subscription>> change(
      Topic topic, UnaryOperator<Subscription> change, int tries) {
    String key = SubscriptionText.key(topic);
    return records.get(key).thenCompose(found -> {
      if (found.isEmpty()) {
        return CompletableFuture.completedFuture(Optional.empty());
      }
      Subscription changed = change.apply(read(found.get()));
      return records
          .compareAndSet(key, version(found), SubscriptionText.write(changed))
          .thenCompose(written -> written
              ? CompletableFuture.completedFuture(Optional.of(changed))
              : again(tries, () -> change(topic, change, tries - 1)));
    });
  }

  @Override
  public CompletableFuture<Boolean> remove(Topic topic) {
    return remove(SubscriptionText.key(topic), MAX_TRIES);
  }

  private CompletableFuture<Boolean> remove(String key, int tries) {
    return records
        .get(key)
        .thenCompose(found -> found.isEmpty()
            ? CompletableFuture.completedFuture(false)
            : records
                .compareAndSet(key, version(found), null)
                .thenCompose(removed -> removed
                    ? CompletableFuture.completedFuture(true)
                    : again(tries, () -> remove(key, tries - 1))));
  }

  private static <T> CompletableFuture<T> again(int tries, Supplier<CompletableFuture<T>> next) {
    return tries > 1
        ? next.get()
        : CompletableFuture.failedFuture(new BideException(
            ErrorCode.OVERLOADED, "others keep changing this subscription; try again later"));
  }

  @Override
  public CompletableFuture<Page<Subscription>> list(
      String namespace, @Nullable String cursor, int limit) {
    return records
        .list(SubscriptionText.prefix(namespace), cursor, limit)
        .thenApply(page -> new Page<>(
            page.items().stream().map(StoredSubscriptions::read).toList(), page.cursor()));
  }

  @Override
  public CompletableFuture<PushReport> test(Subscription subscription) {
    Instant now = clock.instant();
    Message message = Message.of(subscription.topic(), TEST_ID, State.LEASED)
        .items(List.of(Body.json("{\"test\":true}")), 1)
        .created(now)
        .due(now)
        .attempts(1, 1)
        .build();
    return post.bring(subscription, message).thenApply(Post.Result::report);
  }

  static Subscription read(Entry entry) {
    return SubscriptionText.read(entry.key(), entry.value());
  }

  private static long version(Optional<Entry> found) {
    return found.map(Entry::version).orElse(Entry.ABSENT);
  }
}
