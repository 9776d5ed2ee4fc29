package io.bide.testing;

import io.bide.BideException;
import io.bide.Cause;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.PutResult;
import io.bide.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Put and merge. */
class Puts {
  static final int MAX_ITEMS = 100_000;

  final Life life;

  Puts(Life life) {
    this.life = life;
  }

  PutResult put(Put put, Now now) {
    MemoryTopic topic = life.begin(put.topic(), now).orElse(null);
    Item.Token known = topic == null ? null : knownToken(topic, put);
    if (known != null) {
      return known.sameContent(put.digest()) ? known.answer : mismatch(put);
    }
    MemoryMessage live = topic == null ? null : topic.live.get(put.requireId());
    if (topic == null || live == null) {
      return store(life.open(put.topic()), put, PutResult.How.NEW, now);
    }
    return switch (put.mode()) {
      case REJECT -> new PutResult.Duplicate(live.look(life.stateOf(live, now.down()), true));
      case REPLACE -> {
        life.end(topic, live, State.CANCELLED, Cause.REPLACED, now);
        yield store(topic, put, PutResult.How.REPLACED, now);
      }
      case MERGE -> merge(live, put, now);
    };
  }

  Item.@Nullable Token knownToken(MemoryTopic topic, Put put) {
    if (put.token() == null) {
      return null;
    }
    Stream<MemoryMessage> live = Optional.ofNullable(topic.live.get(put.requireId())).stream();
    Stream<MemoryMessage> ended =
        topic.ended.stream().filter(message -> message.id.equals(put.requireId()));
    return Stream.concat(live, ended)
        .flatMap(message -> message.items.stream())
        .map(item -> item.token)
        .filter(Objects::nonNull)
        .filter(token -> token.text.equals(put.token()))
        .findFirst()
        .orElse(null);
  }

  private static PutResult mismatch(Put put) {
    return new PutResult.Failed(new BideException(
        ErrorCode.TOKEN_MISMATCH,
        "the token of message " + put.id() + " of topic " + put.topic()
            + " was used before with other content; choose another token"));
  }

  private PutResult store(MemoryTopic topic, Put put, PutResult.How how, Now now) {
    MemoryMessage message = new MemoryMessage(put.topic(), put.requireId(), life.nextSequence());
    boolean merges = put.mode() == PutMode.MERGE;
    message.attributes.putAll(put.attributes());
    message.ttl = topic.settings.ttlFor(put);
    message.lease = put.lease();
    message.backoff = put.backoff();
    message.maxAttempts = topic.settings.maxAttemptsFor(put);
    message.created = now.down();
    message.firstItem = now.up();
    if (merges) {
      becomeMerged(message, put.merge());
    }
    long due = merges ? dueWithin(put, message.firstItem, now) : put.due().resolve(now.up());
    message.setDue(due, life.nextFront(put.due()));
    topic.live.put(message.id, message);
    life.changed.add(topic.name);
    return append(message, put, how, due);
  }

  private PutResult merge(MemoryMessage message, Put put, Now now) {
    if (message.items.size() >= MAX_ITEMS) {
      return new PutResult.Failed(BideException.tooLarge(
          "items",
          "of message " + message.id + " are " + MAX_ITEMS + " already; put it under another id"));
    }
    if (!message.merged) {
      becomeMerged(message, put.merge());
    }
    message.attributes.putAll(put.attributes());
    long due = message.leaseRuns(now.down())
        ? mergeIntoNextGeneration(message, put, now)
        : mergeIntoUnleased(message, put, now);
    message.open = false;
    life.changed.add(message.topic);
    return append(message, put, PutResult.How.MERGED, due);
  }

  private static void becomeMerged(MemoryMessage message, MergeOptions options) {
    message.merged = true;
    message.raw = options.raw();
    message.itemsPerClaim = options.itemsPerClaim();
  }

  long mergeIntoNextGeneration(MemoryMessage message, Put put, Now now) {
    boolean first = message.items.size() == message.itemsAtClaim;
    if (first) {
      message.nextFirstItem = now.up();
    }
    Long due = message.nextDue;
    if (due == null || first || put.merge().due() == MergeOptions.DueRule.MOVE) {
      due = dueWithin(put, message.nextFirstItem, now);
      message.nextDue = due;
    }
    return due;
  }

  long mergeIntoUnleased(MemoryMessage message, Put put, Now now) {
    boolean mayMove = message.open || message.leaseEnd != null;
    if (mayMove || put.merge().due() == MergeOptions.DueRule.MOVE) {
      message.leaseEnd = null;
      message.setDue(dueWithin(put, message.firstItem, now), life.nextFront(put.due()));
    }
    return message.next();
  }

  /** The due time of a put, at most its longest wait after the first item, but not before now. */
  static long dueWithin(Put put, long firstItem, Now now) {
    long due = put.due().resolve(now.up());
    Duration longest = put.merge().longestWait();
    return longest == null
        ? due
        : Math.max(now.up(), Math.min(due, firstItem + Due.millisUp(longest)));
  }

  private static PutResult append(MemoryMessage message, Put put, PutResult.How how, long due) {
    PutResult.Stored answer = new PutResult.Stored(
        message.topic,
        message.id,
        how,
        Instant.ofEpochMilli(message.created),
        Instant.ofEpochMilli(due),
        message.items.size() + 1);
    Item.Token token =
        put.token() == null ? null : new Item.Token(put.token(), put.digest(), answer);
    message.items.add(new Item(put.body(), token));
    return answer;
  }
}
