package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.PutResult.Stored;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers puts by (id, token): what they were, and what was answered. A token is known for as long
 * as the message that holds its item is live or remembered; the item is named by its place in the
 * chain, so that nothing has to be rewritten when a merged message goes on as another one.
 */
final class Tokens {
  private final Ledger ledger;
  private final Lives lives;

  Tokens(Ledger ledger, Lives lives) {
    this.ledger = ledger;
    this.lives = lives;
  }

  /**
   * The first answer to this put, if it has been here before.
   *
   * @throws BideException with TOKEN_MISMATCH when it was another put
   */
  @Nullable
  Stored answered(TopicState topic, Put put, Moment moment) {
    if (put.token() == null) {
      return null;
    }
    byte[] stored =
        ledger.value(Column.TOKEN, Keys.token(topic.number, put.requireId(), put.token()));
    if (stored == null) {
      return null;
    }
    Decoder in = new Decoder(stored);
    long chain = in.varint();
    int n = in.count();
    if (!isKnown(topic, put.requireId(), chain, n, moment)) {
      return null;
    }
    if (!Arrays.equals(in.bytes(), put.digest())) {
      throw new BideException(
          ErrorCode.TOKEN_MISMATCH,
          "token " + put.token() + " was used before with other content for message " + put.id()
              + " of topic " + put.topic() + "; use a new token for a new put");
    }
    return new Stored(
        put.topic(),
        put.requireId(),
        Codes.how(in.count()),
        Instant.ofEpochMilli(in.varint()),
        Instant.ofEpochMilli(in.varint()),
        in.count());
  }

  private boolean isKnown(TopicState topic, String id, long chain, int n, Moment moment) {
    for (Entry entry = lives.newest(topic, id); entry != null; entry = lives.older(entry)) {
      boolean alive = entry.ended == null || entry.remembered(moment.now());
      if (alive && entry.chain == chain && n >= entry.from && n < entry.end) {
        return true;
      }
    }
    return false;
  }

  /** Remembers the answer to the put that brought item {@code n} of the entry. */
  void remember(Entry entry, int n, Put put, Stored answer) {
    if (put.token() == null) {
      return;
    }
    byte[] value = new Encoder(64)
        .varint(entry.chain)
        .varint(n)
        .bytes(put.digest())
        .varint(Codes.of(answer.how()))
        .varint(answer.created().toEpochMilli())
        .varint(answer.due().toEpochMilli())
        .varint(answer.items())
        .done();
    ledger.putValue(Column.TOKEN, Keys.token(entry.topic.number, entry.id, put.token()), value);
  }

  /** The items were copied to another chain: their tokens follow. */
  void follow(Entry copied) {
    for (int n = copied.from; n < copied.end; n++) {
      String token = ledger.contents().item(copied, n).token();
      if (token != null) {
        follow(copied, n, Keys.token(copied.topic.number, copied.id, token));
      }
    }
  }

  private void follow(Entry copied, int n, byte[] key) {
    byte[] stored = ledger.value(Column.TOKEN, key);
    if (stored == null) {
      return;
    }
    Decoder in = new Decoder(stored);
    in.varint();
    in.varint();
    byte[] digest = in.bytes();
    Encoder out = new Encoder(64).varint(copied.chain).varint(n).bytes(digest);
    ledger.putValue(
        Column.TOKEN,
        key,
        out.varint(in.varint())
            .varint(in.varint())
            .varint(in.varint())
            .varint(in.varint())
            .done());
  }
}
