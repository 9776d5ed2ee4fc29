package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.Body;
import io.bide.ErrorCode;
import io.bide.store.rocksdb.EntryCodec.Item;
import org.jspecify.annotations.Nullable;

/** What messages carry: bodies in the entry or beside it, items of merged messages, their tokens. */
final class Contents {
  /** Bodies up to this size live in the entry and are rewritten with it. */
  static final int INLINE_BYTES = 512;

  private final Ledger ledger;

  Contents(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Stores the body of a plain message, in the entry if it is small. */
  void putBody(Entry entry, Body body) {
    if (body.size() <= INLINE_BYTES) {
      entry.inline = body;
      return;
    }
    entry.large = true;
    Encoder out = new Encoder(body.size() + 64);
    EntryCodec.body(out, body);
    ledger.putValue(Column.BODY, Keys.numbered(entry.topic.number, entry.chain), out.done());
  }

  void dropBody(Entry entry) {
    entry.inline = null;
    if (entry.large) {
      entry.large = false;
      ledger.deleteValue(Column.BODY, Keys.numbered(entry.topic.number, entry.chain));
    }
  }

  Body plainBody(Entry entry) {
    if (entry.inline != null) {
      return entry.inline;
    }
    byte[] stored = ledger.value(Column.BODY, Keys.numbered(entry.topic.number, entry.chain));
    if (stored == null) {
      throw missing(entry, "body");
    }
    return EntryCodec.body(new Decoder(stored));
  }

  void putItem(Entry entry, int n, Item item) {
    ledger.putValue(Column.ITEM, Keys.item(entry.topic.number, entry.chain, n), item.encode());
  }

  Item item(Entry entry, int n) {
    byte[] stored = ledger.value(Column.ITEM, Keys.item(entry.topic.number, entry.chain, n));
    if (stored == null) {
      throw missing(entry, "item " + n);
    }
    return Item.decode(stored);
  }

  /** Removes an item and its token. */
  void dropItem(Entry entry, int n) {
    Item item = item(entry, n);
    dropToken(entry, n, item.token());
    ledger.deleteValue(Column.ITEM, Keys.item(entry.topic.number, entry.chain, n));
  }

  /** Removes the token of an item, unless it has been used again for another one since. */
  void dropToken(Entry entry, int n, @Nullable String token) {
    if (token == null) {
      return;
    }
    byte[] key = Keys.token(entry.topic.number, entry.id, token);
    byte[] stored = ledger.value(Column.TOKEN, key);
    if (stored != null) {
      Decoder in = new Decoder(stored);
      if (in.varint() == entry.chain && in.varint() == n) {
        ledger.deleteValue(Column.TOKEN, key);
      }
    }
  }

  private static BideException missing(Entry entry, String what) {
    return new BideException(
        ErrorCode.CORRUPT,
        "the " + what + " of message " + entry.id + " of topic " + entry.topic.topic
            + " is missing");
  }
}
