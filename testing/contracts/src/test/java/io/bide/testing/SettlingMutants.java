package io.bide.testing;

import io.bide.Browse;
import io.bide.Due;
import io.bide.Horizon;
import io.bide.Message;
import io.bide.Page;
import io.bide.Receipt;
import io.bide.Redrive;
import io.bide.RescheduleResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Broken rules about settling, and about everything that comes after. */
final class SettlingMutants {
  private SettlingMutants() {}

  static List<Mutant> all() {
    return Stream.concat(
            Stream.of(
                settles("receipts are not checked", ReceiptsUnchecked::new),
                settles("a receipt outlives a release", ReceiptOutlivesRelease::new),
                settles("the last attempt can be released", LastAttemptReleased::new),
                settles("an attempt is never the last by request", LastUnheard::new),
                settles("unclaim keeps the attempt", UnclaimKeepsAttempt::new),
                settles("extend does not separate the generations", GenerationsStayJoined::new),
                settles("ack by id leaves what was not handed out", AckByIdTakesTooLittle::new),
                settles("nobody is told of what a settle makes ready", SettleUntold::new)),
            Stream.of(
                ids("cancel removes items that were handed out", CancelTakesTooMuch::new),
                ids("reschedule leaves the expiry", ExpiryLeft::new),
                ids("reschedule makes the receipt void", RescheduleVoids::new),
                ids("erase leaves what has ended", EraseLeavesEnded::new),
                looks("the histogram is off by one", HistogramOff::new),
                looks("browse ignores the times", BrowseIgnoresTimes::new),
                deadLetters("redrive forgets the new due time", RedriveDueForgotten::new),
                deadLetters("redrive takes the oldest of an id", RedriveOldest::new),
                deadLetters("purge forgets one message", PurgeForgetsOne::new)))
        .toList();
  }

  private static Mutant settles(String name, Function<Life, Settles> settles) {
    return Mutant.of(name, new Rules() {
      @Override
      Settles settles(Life life) {
        return settles.apply(life);
      }
    });
  }

  private static Mutant ids(String name, Function<Life, Ids> ids) {
    return Mutant.of(name, new Rules() {
      @Override
      Ids ids(Life life) {
        return ids.apply(life);
      }
    });
  }

  private static Mutant looks(String name, Function<Life, Looks> looks) {
    return Mutant.of(name, new Rules() {
      @Override
      Looks looks(Life life) {
        return looks.apply(life);
      }
    });
  }

  private static Mutant deadLetters(String name, Function<Life, DeadLetters> deadLetters) {
    return Mutant.of(name, new Rules() {
      @Override
      DeadLetters deadLetters(Life life) {
        return deadLetters.apply(life);
      }
    });
  }

  private static final class ReceiptsUnchecked extends Settles {
    ReceiptsUnchecked(Life life) {
      super(life);
    }

    @Override
    boolean isGood(Receipt receipt, MemoryMessage message) {
      return message.end == null;
    }
  }

  private static final class ReceiptOutlivesRelease extends Settles {
    ReceiptOutlivesRelease(Life life) {
      super(life);
    }

    @Override
    SettleResult release(
        MemoryTopic topic, MemoryMessage message, Settle.Release release, Now now) {
      long fence = message.fence;
      SettleResult result = super.release(topic, message, release, now);
      message.fence = fence;
      return result;
    }
  }

  private static final class LastAttemptReleased extends Settles {
    LastAttemptReleased(Life life) {
      super(life);
    }

    @Override
    SettleResult release(
        MemoryTopic topic, MemoryMessage message, Settle.Release release, Now now) {
      int most = message.maxAttempts;
      message.maxAttempts = Integer.MAX_VALUE;
      SettleResult result = super.release(topic, message, release, now);
      message.maxAttempts = most;
      return result;
    }
  }

  private static final class LastUnheard extends Settles {
    LastUnheard(Life life) {
      super(life);
    }

    @Override
    SettleResult release(
        MemoryTopic topic, MemoryMessage message, Settle.Release release, Now now) {
      return super.release(
          topic, message, new Settle.Release(release.target(), release.due()), now);
    }
  }

  private static final class UnclaimKeepsAttempt extends Settles {
    UnclaimKeepsAttempt(Life life) {
      super(life);
    }

    @Override
    SettleResult unclaim(
        MemoryTopic topic, MemoryMessage message, Settle.Unclaim unclaim, Now now) {
      message.attempts++;
      return super.unclaim(topic, message, unclaim, now);
    }
  }

  private static final class GenerationsStayJoined extends Settles {
    GenerationsStayJoined(Life life) {
      super(life);
    }

    @Override
    SettleResult extend(MemoryMessage message, Duration lease, Now now) {
      Long nextDue = message.nextDue;
      SettleResult result = super.extend(message, lease, now);
      message.nextDue = nextDue;
      return result;
    }
  }

  private static final class AckByIdTakesTooLittle extends Settles {
    AckByIdTakesTooLittle(Life life) {
      super(life);
    }

    @Override
    SettleResult ack(MemoryTopic topic, MemoryMessage message, boolean byReceipt, Now now) {
      return super.ack(topic, message, byReceipt || message.handedOut > 0, now);
    }
  }

  private static final class SettleUntold extends Settles {
    SettleUntold(Life life) {
      super(life);
    }

    @Override
    SettleResult settle(Settle settle, Now now) {
      SettleResult result = super.settle(settle, now);
      life.changed.clear();
      return result;
    }
  }

  private static final class CancelTakesTooMuch extends Ids {
    CancelTakesTooMuch(Life life) {
      super(life);
    }

    @Override
    int removeWhatWasNotHandedOut(MemoryMessage message) {
      message.handedOut = Math.min(1, message.handedOut);
      return super.removeWhatWasNotHandedOut(message);
    }
  }

  private static final class ExpiryLeft extends Ids {
    ExpiryLeft(Life life) {
      super(life);
    }

    @Override
    RescheduleResult reschedule(Topic name, String id, Due due, Now now) {
      Optional<MemoryMessage> live =
          life.begin(name, now).flatMap(topic -> Optional.ofNullable(topic.live.get(id)));
      Optional<Long> expiry = live.flatMap(message -> Optional.ofNullable(message.expiry));
      RescheduleResult result = super.reschedule(name, id, due, now);
      live.ifPresent(message -> message.expiry = expiry.orElse(null));
      return result;
    }
  }

  private static final class RescheduleVoids extends Ids {
    RescheduleVoids(Life life) {
      super(life);
    }

    @Override
    RescheduleResult reschedule(Topic name, String id, Due due, Now now) {
      RescheduleResult result = super.reschedule(name, id, due, now);
      if (result.state() == State.WAITING || result.state() == State.READY) {
        Stream.ofNullable(life.open(name).live.get(id))
            .forEach(message -> message.fence = MemoryMessage.NO_FENCE);
      }
      return result;
    }
  }

  private static final class EraseLeavesEnded extends Ids {
    EraseLeavesEnded(Life life) {
      super(life);
    }

    @Override
    Optional<State> erase(Topic name, String id, Now now) {
      List<MemoryMessage> ended = life.begin(name, now).stream()
          .flatMap(topic -> topic.ended.stream())
          .filter(message -> message.id.equals(id))
          .toList();
      Optional<State> state = super.erase(name, id, now);
      if (!ended.isEmpty()) {
        life.open(name).ended.addAll(ended);
      }
      return state;
    }
  }

  private static final class HistogramOff extends Looks {
    HistogramOff(Life life) {
      super(life);
    }

    @Override
    Map<Horizon, Long> histogram(Collection<MemoryMessage> waiting, long now) {
      return super.histogram(waiting, now + 1);
    }
  }

  private static final class BrowseIgnoresTimes extends Looks {
    BrowseIgnoresTimes(Life life) {
      super(life);
    }

    @Override
    Page<Message> browse(Browse browse, Now now) {
      return super.browse(browse.between(null, browse.to()), now);
    }
  }

  private static final class RedriveDueForgotten extends DeadLetters {
    RedriveDueForgotten(Life life) {
      super(life);
    }

    @Override
    void revive(MemoryTopic topic, MemoryMessage dead, Redrive redrive, int index, Now now) {
      super.revive(topic, dead, redrive.spaced(Duration.ZERO), index, now);
    }
  }

  private static final class RedriveOldest extends DeadLetters {
    RedriveOldest(Life life) {
      super(life);
    }

    @Override
    List<MemoryMessage> asked(MemoryTopic topic, Redrive redrive) {
      return redrive.id() == null
          ? super.asked(topic, redrive)
          : topic.endedAs(redrive.state()).stream()
              .filter(message -> message.id.equals(redrive.id()))
              .limit(1)
              .toList();
    }
  }

  private static final class PurgeForgetsOne extends DeadLetters {
    PurgeForgetsOne(Life life) {
      super(life);
    }

    @Override
    int purge(Topic name, State state, int limit, Now now) {
      return limit == 1 ? 0 : super.purge(name, state, limit, now);
    }
  }
}
