package io.bide.store.redis;

import io.bide.Backoff;
import io.bide.BideException;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.MergeOptions;
import io.bide.MergeOptions.DueRule;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.PutResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Puts as {@code put.lua} wants them, and its answers. */
final class Putting {
  private static final int TTL = 1;
  private static final int LEASE = 1 << 1;
  private static final int BACKOFF = 1 << 2;
  private static final int ATTRIBUTES = 1 << 3;
  private static final int TOKEN = 1 << 4;
  private static final int LONGEST_WAIT = 1 << 5;
  private static final int RAW = 1 << 6;
  private static final int MOVES = 1 << 7;

  /** What a plain put has none of. */
  private static final int NOT_PLAIN = LONGEST_WAIT | RAW | MOVES;

  /** Added to the mode of a put that the short way can do, see {@code plain.lua}. */
  private static final int PLAIN = 4;

  /** A larger content may have to be stored beside its message. */
  private static final int PLAIN_SIZE = 512;

  private static final int HEAD_SIZE = 13;
  private static final int CONTENT_TYPE_SIZE = 1;

  private static final int MISMATCH = 5;
  private static final int TOO_MANY_ITEMS = 6;

  private Putting() {}

  static Operation operation(Put put) {
    byte[] content = content(put);
    return Operation.byId(put.topic(), put.requireId(), head(put, content.length), content);
  }

  private static byte[] head(Put put, int size) {
    int flags = flagsOf(put);
    boolean plain = put.mode() != PutMode.MERGE
        && put.due().kind() != Due.Kind.FRONT
        && (flags & NOT_PLAIN) == 0
        && size <= PLAIN_SIZE;
    Packer out = new Packer(HEAD_SIZE).int8(modeOf(put) + (plain ? PLAIN : 0)).int8(flags);
    due(out, put.due());
    return out.int32(attemptsOf(put)).done();
  }

  private static byte[] content(Put put) {
    Packer out = new Packer(CONTENT_TYPE_SIZE + put.body().size());
    if (put.mode() == PutMode.MERGE) {
      merging(out, put.merge());
    }
    if (put.ttl() != null) {
      out.duration(put.ttl());
    }
    if (put.lease() != null) {
      out.duration(put.lease());
    }
    if (put.backoff() != null) {
      out.sized(Contents.backoff(put.backoff()), 2);
    }
    if (!put.attributes().isEmpty()) {
      out.sized(Contents.attributes(put.attributes()), 4);
    }
    if (put.token() != null) {
      out.sized(put.token(), 1).raw(put.digest());
    }
    Contents.write(out, put.body());
    return out.done();
  }

  private static void merging(Packer out, MergeOptions merge) {
    out.number(merge.itemsPerClaim(), 2);
    Duration longest = merge.longestWait();
    if (longest != null) {
      out.millis(Due.millisUp(longest));
    }
  }

  private static int modeOf(Put put) {
    return switch (put.mode()) {
      case REJECT -> 0;
      case REPLACE -> 1;
      case MERGE -> 2;
    };
  }

  private static int flagsOf(Put put) {
    boolean merges = put.mode() == PutMode.MERGE;
    return (put.ttl() == null ? 0 : TTL)
        | (put.lease() == null ? 0 : LEASE)
        | (put.backoff() == null ? 0 : BACKOFF)
        | (put.attributes().isEmpty() ? 0 : ATTRIBUTES)
        | (put.token() == null ? 0 : TOKEN)
        | (put.merge().longestWait() == null ? 0 : LONGEST_WAIT)
        | (put.merge().raw() ? RAW : 0)
        | (merges && put.merge().due() == DueRule.MOVE ? MOVES : 0);
  }

  /** The put's own limit of attempts; 0 when the topic decides. */
  private static int attemptsOf(Put put) {
    if (put.maxAttempts() != null) {
      return put.maxAttempts();
    }
    return put.backoff() instanceof Backoff.Schedule own ? own.delays().size() + 1 : 0;
  }

  static void due(Packer out, Due due) {
    int kind = switch (due.kind()) {
      case DELAY -> 0;
      case TIME -> 1;
      case FRONT -> 2;
    };
    out.int8(kind).millis(due.millis());
  }

  static PutResult result(Put put, Object answer) {
    if (answer instanceof Instant now) {
      return stored(put, now);
    }
    if (answer instanceof List<?> duplicate) {
      return new PutResult.Duplicate(EntryReader.look(put.topic(), duplicate, true));
    }
    Unpacker in = new Unpacker(answer);
    int code = in.int8();
    return switch (code) {
      case MISMATCH -> mismatch(put);
      case TOO_MANY_ITEMS -> tooManyItems(put);
      default ->
        new PutResult.Stored(
            put.topic(), put.requireId(), Codes.how(code), in.time(), in.time(), in.int32());
    };
  }

  /** The answer to a plain put: it is a new message. */
  private static PutResult stored(Put put, Instant now) {
    Due due = put.due();
    long up = Due.millisUp(now);
    long at = due.kind() == Due.Kind.DELAY ? up + due.millis() : Math.max(up, due.millis());
    Instant created = Instant.ofEpochMilli(now.toEpochMilli());
    return new PutResult.Stored(
        put.topic(), put.requireId(), PutResult.How.NEW, created, Instant.ofEpochMilli(at), 1);
  }

  private static PutResult mismatch(Put put) {
    return new PutResult.Failed(new BideException(
        ErrorCode.TOKEN_MISMATCH,
        "token " + put.token() + " was used before with other content for message " + put.id()
            + " of topic " + put.topic() + "; use a new token for a new put"));
  }

  private static PutResult tooManyItems(Put put) {
    return new PutResult.Failed(BideException.tooLarge(
        "items", "of message " + put.id() + " are 100000 already; claim some before adding more"));
  }
}
