package io.bide.store.redis;

import io.bide.BideException;
import io.bide.Page;
import io.bide.Records;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@link Records} in one hash, with an ordered set of their keys to list them by. */
final class StoredRecords implements Records {
  private static final int VERSION_BYTES = 7;

  private final Link link;
  private final Keys keys;
  private final Relay relay;
  private final Gate gate;

  StoredRecords(Link link, Keys keys, Relay relay, Gate gate) {
    this.link = link;
    this.keys = keys;
    this.relay = relay;
    this.gate = gate;
  }

  @Override
  public CompletableFuture<Optional<Entry>> get(String key) {
    return gate.through(() -> link.read(c -> c.hget(keys.records()[0], Packer.utf8(key)))
        .thenApply(stored -> stored == null ? Optional.empty() : Optional.of(entry(key, stored))));
  }

  @Override
  public CompletableFuture<Boolean> compareAndSet(
      String key, long expectedVersion, @Nullable String value) {
    byte[][] arguments = {
      Packer.utf8(key),
      Packer.text(expectedVersion),
      Packer.text(value == null ? 0 : 1),
      Packer.utf8(value == null ? "" : value),
      keys.recordChanges()
    };
    return gate.through(() -> link.run(Script.RECORD_SET, keys.records(), arguments)
        .thenApply(reply -> (Long) reply.get(0) == 1));
  }

  @Override
  public CompletableFuture<Page<Entry>> list(String prefix, @Nullable String cursor, int limit) {
    byte[] from = cursor == null ? bound('[', Packer.utf8(prefix)) : bound('(', decode(cursor));
    byte[][] arguments = {from, end(Packer.utf8(prefix)), Packer.text(limit + 1L)};
    return gate.through(() -> link.run(Script.RECORD_LIST, keys.records(), arguments)
        .thenApply(reply -> page(reply, limit)));
  }

  /** What comes right after all keys with the prefix; in UTF-8 no byte is 255. */
  private static byte[] end(byte[] prefix) {
    if (prefix.length == 0) {
      return Packer.utf8("+");
    }
    byte[] end = Arrays.copyOf(prefix, prefix.length + 1);
    end[prefix.length] = (byte) 0xff;
    return bound('(', end);
  }

  private static byte[] bound(char kind, byte[] key) {
    return new Packer(key.length + 1).int8(kind).raw(key).done();
  }

  private static byte[] decode(String cursor) {
    try {
      return Base64.getUrlDecoder().decode(cursor);
    } catch (IllegalArgumentException e) {
      throw BideException.invalid(
          "cursor", "is not one that a page has answered; send it unchanged");
    }
  }

  private static Page<Entry> page(List<Object> reply, int limit) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i + 1 < reply.size() && entries.size() < limit; i += 2) {
      entries.add(entry(new Unpacker(reply.get(i)).restAsText(), (byte[]) reply.get(i + 1)));
    }
    boolean more = reply.size() > 2 * limit;
    return new Page<>(
        entries,
        more
            ? Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Packer.utf8(entries.get(limit - 1).key()))
            : null);
  }

  private static Entry entry(String key, byte[] stored) {
    Unpacker in = new Unpacker(stored);
    long version = in.number(VERSION_BYTES);
    return new Entry(key, in.restAsText(), version);
  }

  @Override
  public AutoCloseable watch(String prefix, Consumer<String> listener) {
    Consumer<String> filtered = key -> {
      if (key.startsWith(prefix)) {
        listener.accept(key);
      }
    };
    relay.recordListeners.add(filtered);
    return () -> relay.recordListeners.remove(filtered);
  }
}
