package io.bide.store.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The column families. {@code t} is the topic's number (4 bytes), {@code seq} a sequence (8 bytes);
 * positions and times are 8 bytes whose byte order is their order. To change a layout, raise {@link
 * Database#FORMAT} and say how an older one is read.
 *
 * <pre>
 * META      name                    format version, sequence and fence counters
 * TOPIC     namespace 0 name        number, settings, flags                  {@link TopicState}
 * COUNTER   t                       counts by state, heads of the indexes    {@link TopicState}
 * MINUTE    t kind minute           how many index entries in that minute    {@link Minutes}
 * ENTRY     t seq                   a message                                {@link EntryCodec}
 * BODY      t chain                 a body too large to live in the entry
 * ITEM      t chain n               one item of a merged message
 * ID        t id                    sequence of the newest message
 * TOKEN     t idLength id token     chain, item, digest, first answer
 * DUE       t position seq          what can be claimed, by position
 * LEASE     t leaseEnd seq          what is leased, by the end of its lease
 * DEADLINE  t time seq              what time alone can end, by that time
 * ENDED     t state forgetAt seq    what has ended, by the time it is forgotten
 * RECORD    key                     version, value of {@link io.bide.Records}
 * </pre>
 */
enum Column {
  META(Use.SMALL),
  TOPIC(Use.SMALL),
  COUNTER(Use.SMALL),
  MINUTE(Use.SMALL),
  ENTRY(Use.LOOKUP),
  BODY(Use.LOOKUP),
  ITEM(Use.LOOKUP),
  ID(Use.NAME),
  TOKEN(Use.NAME),
  DUE(Use.INDEX),
  LEASE(Use.INDEX),
  DEADLINE(Use.INDEX),
  ENDED(Use.INDEX),
  RECORD(Use.SMALL);

  /** How a column is read, which decides how it is laid out on disk. */
  enum Use {
    SMALL,
    /** Read by key, written in about the order of keys. */
    LOOKUP,
    /** Read by key, written in any order, never scanned. */
    NAME,
    /** Scanned. */
    INDEX
  }

  private final Use use;

  Column(Use use) {
    this.use = use;
  }

  Use use() {
    return use;
  }

  /** The name in the database; RocksDB insists on one of them being called default. */
  byte[] label() {
    return (this == META ? "default" : name().toLowerCase(Locale.ROOT))
        .getBytes(StandardCharsets.UTF_8);
  }
}
