package io.bide.testing.crash;

import io.bide.CancelResult;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Event;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import io.bide.WhenLeased;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.store.StoreListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The faults that can be planted in front of a store. */
final class FaultyStore {
  private FaultyStore() {}

  /** The store with this fault; itself, if the fault belongs elsewhere. */
  static Store plant(Fault fault, Store store) {
    return switch (fault) {
      case ANSWER_BEFORE_WRITE -> new AnswersFirst(store);
      case CANCEL_NOT_PERSISTED -> new OnlyAnswersCancels(store);
      case ATTEMPT_NOT_PERSISTED -> new ForgetsAttempts(store);
      case LEASE_NOT_PERSISTED -> new ForgetsLeases(store);
      case RECEIPT_NOT_CHECKED -> new IgnoresFences(store);
      case TOKEN_IGNORED -> new IgnoresTokens(store);
      case NO_WAKE_UPS -> new Silent(store);
      case NONE,
          SYNC_OFF,
          SECOND_BATCH,
          EARLY,
          BIT_ROT,
          CLAIM_NOT_SYNCED,
          ITERATOR_STATUS_IGNORED -> store;
    };
  }

  private static final class AnswersFirst extends ForwardingStore {
    private final Executor later = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

    AnswersFirst(Store store) {
      super(store);
    }

    @Override
    public CompletableFuture<List<PutResult>> put(List<Put> puts) {
      // Where the answer depends on what is stored it cannot be guessed.
      if (puts.stream().anyMatch(put -> put.token() != null || put.mode() != PutMode.REJECT)) {
        return super.put(puts);
      }
      later.execute(() -> super.put(puts).join());
      return CompletableFuture.completedFuture(
          puts.stream().map(AnswersFirst::guess).toList());
    }

    private static PutResult guess(Put put) {
      Instant now = Instant.now();
      Instant due = Instant.ofEpochMilli(put.due().resolve(Due.millisUp(now)));
      return new PutResult.Stored(put.topic(), put.requireId(), PutResult.How.NEW, now, due, 1);
    }
  }

  private static final class OnlyAnswersCancels extends ForwardingStore {
    OnlyAnswersCancels(Store store) {
      super(store);
    }

    @Override
    public CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
      return CompletableFuture.completedFuture(
          new CancelResult(CancelResult.Answer.CANCELLED, State.CANCELLED, 0));
    }
  }

  private static final class ForgetsAttempts extends ForwardingStore {
    ForgetsAttempts(Store store) {
      super(store);
    }

    @Override
    public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
      List<Settle> without = new ArrayList<>();
      for (Settle settle : settles) {
        without.add(
            settle instanceof Settle.Release release
                ? new Settle.Unclaim(release.target())
                : settle);
      }
      return super.settle(without);
    }
  }

  private static final class ForgetsLeases extends ForwardingStore {
    private static final Duration PROMISED = Duration.ofSeconds(1);

    ForgetsLeases(Store store) {
      super(store);
    }

    @Override
    public CompletableFuture<ClaimReply> claim(
        Topic topic, List<ClaimRequest> requests, long byteLimit) {
      List<ClaimRequest> brief = requests.stream()
          .map(it -> new ClaimRequest(it.max(), it.maxItems(), Duration.ofMillis(1), it.id()))
          .toList();
      return super.claim(topic, brief, byteLimit).thenApply(ForgetsLeases::promise);
    }

    private static ClaimReply promise(ClaimReply reply) {
      List<ClaimReply.Grant> grants = reply.grants().stream()
          .map(grant -> new ClaimReply.Grant(
              grant.deliveries().stream().map(ForgetsLeases::promise).toList(), grant.next()))
          .toList();
      return new ClaimReply(reply.now(), grants, reply.more());
    }

    private static Delivery promise(Delivery delivery) {
      Message it = delivery.message();
      Instant claimed = it.claimed();
      Message promised = Message.of(it.topic(), it.id(), it.state())
          .items(it.items(), it.itemCount())
          .due(it.due())
          .attempts(it.attempts(), it.maxAttempts())
          .claimed(claimed)
          .next(claimed == null ? null : claimed.plus(PROMISED))
          .build();
      return new Delivery(promised, delivery.receipt());
    }
  }

  private static final class IgnoresFences extends ForwardingStore {
    IgnoresFences(Store store) {
      super(store);
    }

    @Override
    public CompletableFuture<List<SettleResult>> settle(List<? extends Settle> settles) {
      return super.settle(settles.stream().map(IgnoresFences::byId).toList());
    }

    private static Settle byId(Settle settle) {
      if (!(settle.target() instanceof Receipt receipt)) {
        return settle;
      }
      Target target = Target.id(receipt.topic(), receipt.id(), State.LEASED);
      if (settle instanceof Settle.Release release) {
        return new Settle.Release(target, release.due(), release.last());
      }
      return settle instanceof Settle.Extend extend
          ? new Settle.Extend(target, extend.lease())
          : new Settle.Ack(target);
    }
  }

  private static final class IgnoresTokens extends ForwardingStore {
    IgnoresTokens(Store store) {
      super(store);
    }

    @Override
    public CompletableFuture<List<PutResult>> put(List<Put> puts) {
      return super.put(puts.stream().map(IgnoresTokens::withoutToken).toList());
    }

    private static Put withoutToken(Put it) {
      return new Put(
          it.topic(),
          it.id(),
          it.body(),
          it.attributes(),
          it.due(),
          it.ttl(),
          it.lease(),
          it.maxAttempts(),
          it.backoff(),
          it.mode(),
          it.merge(),
          null);
    }
  }

  private static final class Silent extends ForwardingStore {
    Silent(Store store) {
      super(store);
    }

    @Override
    public void listen(StoreListener listener) {
      super.listen(new StoreListener() {
        @Override
        public void due(Topic topic, Duration in) {}

        @Override
        public void died(Event.Died death) {
          listener.died(death);
        }

        @Override
        public void recordChanged(String key) {
          listener.recordChanged(key);
        }

        @Override
        public void failed(io.bide.BideException reason) {
          listener.failed(reason);
        }
      });
    }
  }
}
