package io.bide.testing;

import io.bide.Put;
import io.bide.PutResult;
import io.bide.Topic;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimRequest;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Broken rules about puts and claims. */
final class HandingOutMutants {
  private HandingOutMutants() {}

  static List<Mutant> all() {
    return Stream.concat(
            Stream.of(
                puts("tokens are ignored", TokensIgnored::new),
                puts("the content behind a token is not compared", ContentIgnored::new),
                puts("a merge loses an item", ItemLost::new),
                puts("a put after a release keeps the due time", ReleaseForgotten::new),
                puts("every merge moves the due time", AlwaysMoves::new),
                puts("the longest wait is ignored", LongestWaitIgnored::new)),
            Stream.of(
                claims("the attempt is not counted", AttemptNotCounted::new),
                claims("the order is that of the puts", OrderOfPuts::new),
                claims("the front is first in, first out", FrontReversed::new),
                claims("ended leases come last", EndedLeasesLast::new),
                claims("ended leases take all places", EndedLeasesFirst::new),
                claims("the turn never changes", TurnForgotten::new),
                claims("the byte limit is ignored", BytesIgnored::new),
                claims("items per claim are ignored", ItemsPerClaimIgnored::new),
                claims("a pause is ignored", PauseIgnored::new),
                claims("a claim does not say when leases end", LeaseEndsUntold::new)))
        .toList();
  }

  private static Mutant puts(String name, Function<Life, Puts> puts) {
    return Mutant.of(name, new Rules() {
      @Override
      Puts puts(Life life) {
        return puts.apply(life);
      }
    });
  }

  private static Mutant claims(String name, Function<Life, Claims> claims) {
    return Mutant.of(name, new Rules() {
      @Override
      Claims claims(Life life) {
        return claims.apply(life);
      }
    });
  }

  private static final class TokensIgnored extends Puts {
    TokensIgnored(Life life) {
      super(life);
    }

    @Override
    Item.@Nullable Token knownToken(MemoryTopic topic, Put put) {
      return null;
    }
  }

  private static final class ContentIgnored extends Puts {
    ContentIgnored(Life life) {
      super(life);
    }

    @Override
    Item.@Nullable Token knownToken(MemoryTopic topic, Put put) {
      Item.Token known = super.knownToken(topic, put);
      return known == null ? null : new Item.Token(known.text, put.digest(), known.answer);
    }
  }

  private static final class ItemLost extends Puts {
    ItemLost(Life life) {
      super(life);
    }

    @Override
    PutResult put(Put put, Now now) {
      PutResult result = super.put(put, now);
      if (result instanceof PutResult.Stored stored && stored.items() == 3) {
        MemoryTopic topic = life.open(put.topic());
        Stream.ofNullable(topic.live.get(put.requireId()))
            .forEach(message -> message.keepFirstItems(Math.min(2, message.items.size())));
      }
      return result;
    }
  }

  private static final class ReleaseForgotten extends Puts {
    ReleaseForgotten(Life life) {
      super(life);
    }

    @Override
    long mergeIntoUnleased(MemoryMessage message, Put put, Now now) {
      message.open = false;
      return super.mergeIntoUnleased(message, put, now);
    }
  }

  private static final class AlwaysMoves extends Puts {
    AlwaysMoves(Life life) {
      super(life);
    }

    @Override
    long mergeIntoUnleased(MemoryMessage message, Put put, Now now) {
      message.open = true;
      return super.mergeIntoUnleased(message, put, now);
    }
  }

  private static final class LongestWaitIgnored extends Puts {
    LongestWaitIgnored(Life life) {
      super(life);
    }

    @Override
    long dueWithin(Put put, long firstItem, Now now) {
      return put.due().resolve(now.up());
    }
  }

  private static final class AttemptNotCounted extends Claims {
    AttemptNotCounted(Life life) {
      super(life);
    }

    @Override
    ClaimReply claim(Topic name, List<ClaimRequest> requests, long byteLimit, Now now) {
      ClaimReply reply = super.claim(name, requests, byteLimit, now);
      reply.grants().stream()
          .flatMap(grant -> grant.deliveries().stream())
          .flatMap(delivery ->
              Stream.ofNullable(life.open(name).live.get(delivery.message().id())))
          .forEach(message -> message.attempts = Math.max(1, message.attempts - 1));
      return reply;
    }
  }

  private static final class OrderOfPuts extends Claims {
    OrderOfPuts(Life life) {
      super(life);
    }

    @Override
    List<MemoryMessage> fresh(MemoryTopic topic, Now now) {
      return super.fresh(topic, now).stream()
          .sorted(Comparator.comparingLong(message -> message.sequence))
          .toList();
    }
  }

  private static final class FrontReversed extends Claims {
    FrontReversed(Life life) {
      super(life);
    }

    @Override
    List<MemoryMessage> front(MemoryTopic topic, Now now) {
      return super.front(topic, now).stream().sorted(FRONT.reversed()).toList();
    }
  }

  private static final class EndedLeasesLast extends Claims {
    EndedLeasesLast(Life life) {
      super(life);
    }

    @Override
    List<MemoryMessage> pick(MemoryTopic topic, int max, Now now) {
      return Stream.of(front(topic, now), fresh(topic, now), endedLeases(topic, now))
          .flatMap(List::stream)
          .limit(max)
          .toList();
    }
  }

  private static final class EndedLeasesFirst extends Claims {
    EndedLeasesFirst(Life life) {
      super(life);
    }

    @Override
    List<MemoryMessage> pick(MemoryTopic topic, int max, Now now) {
      return Stream.of(front(topic, now), endedLeases(topic, now), fresh(topic, now))
          .flatMap(List::stream)
          .limit(max)
          .toList();
    }
  }

  private static final class TurnForgotten extends Claims {
    TurnForgotten(Life life) {
      super(life);
    }

    @Override
    List<MemoryMessage> pick(MemoryTopic topic, int max, Now now) {
      topic.freshTurn = false;
      return super.pick(topic, max, now);
    }
  }

  private static final class BytesIgnored extends Claims {
    BytesIgnored(Life life) {
      super(life);
    }

    @Override
    ClaimReply claim(Topic name, List<ClaimRequest> requests, long byteLimit, Now now) {
      return super.claim(name, requests, Long.MAX_VALUE, now);
    }
  }

  private static final class ItemsPerClaimIgnored extends Claims {
    ItemsPerClaimIgnored(Life life) {
      super(life);
    }

    @Override
    List<MemoryMessage> pick(MemoryTopic topic, int max, Now now) {
      List<MemoryMessage> picked = super.pick(topic, max, now);
      picked.forEach(message -> message.itemsPerClaim = 1_000);
      return picked;
    }
  }

  private static final class PauseIgnored extends Claims {
    PauseIgnored(Life life) {
      super(life);
    }

    @Override
    ClaimReply claim(Topic name, List<ClaimRequest> requests, long byteLimit, Now now) {
      MemoryTopic topic = life.topics.get(name);
      boolean paused = topic != null && topic.paused;
      if (!paused) {
        return super.claim(name, requests, byteLimit, now);
      }
      topic.paused = false;
      ClaimReply reply = super.claim(name, requests, byteLimit, now);
      topic.paused = true;
      return reply;
    }
  }

  private static final class LeaseEndsUntold extends Claims {
    LeaseEndsUntold(Life life) {
      super(life);
    }

    @Override
    OptionalLong next(Topic name, long now) {
      MemoryTopic topic = life.topics.get(name);
      return topic == null
          ? OptionalLong.empty()
          : topic.live.values().stream()
              .filter(message -> !message.leaseRuns(now))
              .mapToLong(MemoryMessage::next)
              .min();
    }
  }
}
