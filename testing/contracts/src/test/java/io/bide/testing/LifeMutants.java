package io.bide.testing;

import io.bide.Cause;
import io.bide.Due;
import io.bide.State;
import io.bide.testing.MemoryMessage.End;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Broken rules about states, ends and what is remembered. */
final class LifeMutants {
  private LifeMutants() {}

  static List<Mutant> all() {
    return List.of(
        life("expiry is ignored", ExpiryIgnored::new),
        life("what was handed out expires instead of dying", ExpiresInsteadOfDying::new),
        life("the front is ignored", FrontIgnored::new),
        life("a message is ready one millisecond early", Early::new),
        life("a death puts no notice", NoNotice::new),
        life("death takes all items", DeathTakesAll::new),
        life("death takes only what the last lease handed out", DeathTakesTooLittle::new),
        life("the due time of the next generation is dropped", NextDueDropped::new),
        life("a late ack forgets that the batch was moved", MoveForgotten::new),
        life("what has ended is remembered for ever", RememberedForEver::new),
        life("what is done keeps its body", BodiesKept::new),
        life("retention counts from the writing down", RetentionFromWriting::new),
        new Mutant(
            "time is cut to milliseconds",
            clock -> new MemoryStore(() -> clock.instant().truncatedTo(ChronoUnit.MILLIS))));
  }

  private static Mutant life(String name, Supplier<Life> life) {
    return Mutant.of(name, new Rules() {
      @Override
      Life life() {
        return life.get();
      }
    });
  }

  private static final class ExpiryIgnored extends Life {
    @Override
    Judgement judge(MemoryMessage message, long now) {
      Long expiry = message.expiry;
      message.expiry = null;
      Judgement judgement = super.judge(message, now);
      message.expiry = expiry;
      return judgement;
    }
  }

  private static final class ExpiresInsteadOfDying extends Life {
    @Override
    Judgement judge(MemoryMessage message, long now) {
      Judgement judgement = super.judge(message, now);
      return judgement.cause() == Cause.TTL
          ? new Judgement(State.EXPIRED, judgement.since(), Cause.TTL)
          : judgement;
    }
  }

  private static final class FrontIgnored extends Life {
    @Override
    long nextFront(Due due) {
      return 0;
    }
  }

  private static final class Early extends Life {
    @Override
    Judgement judge(MemoryMessage message, long now) {
      Judgement judgement = super.judge(message, now);
      return judgement.state() == State.WAITING ? super.judge(message, now + 1) : judgement;
    }
  }

  private static final class NoNotice extends Life {
    @Override
    void notice(MemoryMessage dead, State state, Cause cause, long at) {}
  }

  private static final class DeathTakesAll extends Life {
    @Override
    void die(
        MemoryTopic topic,
        MemoryMessage message,
        State state,
        @Nullable Cause why,
        long at,
        Now now) {
      message.everHandedOut = message.items.size();
      super.die(topic, message, state, why, at, now);
    }
  }

  private static final class DeathTakesTooLittle extends Life {
    @Override
    void die(
        MemoryTopic topic,
        MemoryMessage message,
        State state,
        @Nullable Cause why,
        long at,
        Now now) {
      message.everHandedOut = message.handedOut;
      super.die(topic, message, state, why, at, now);
    }
  }

  private static final class NextDueDropped extends Life {
    @Override
    void placeRest(MemoryMessage rest, MemoryMessage from, int taken, Now at) {
      from.nextDue = null;
      super.placeRest(rest, from, taken, at);
    }
  }

  private static final class MoveForgotten extends Life {
    @Override
    void placeRest(MemoryMessage rest, MemoryMessage from, int taken, Now at) {
      from.position = at.up();
      super.placeRest(rest, from, taken, at);
    }
  }

  private static final class RememberedForEver extends Life {
    @Override
    void remember(
        MemoryTopic topic, MemoryMessage message, State state, Cause cause, long at, Now now) {
      super.remember(topic, message, state, cause, at, now);
      End end = message.requireEnd();
      message.end = new End(state, at, cause, end.forgetAt() + (1L << 40), end.bodies());
    }
  }

  private static final class BodiesKept extends Life {
    @Override
    void remember(
        MemoryTopic topic, MemoryMessage message, State state, Cause cause, long at, Now now) {
      super.remember(topic, message, state, cause, at, now);
      message.end = new End(state, at, cause, message.requireEnd().forgetAt(), true);
    }
  }

  private static final class RetentionFromWriting extends Life {
    @Override
    void remember(
        MemoryTopic topic, MemoryMessage message, State state, Cause cause, long at, Now now) {
      super.remember(topic, message, state, cause, at, now);
      End end = message.requireEnd();
      long later = end.forgetAt() + now.down() - at;
      message.end = new End(state, at, cause, later, end.bodies());
    }
  }
}
