package io.bide.imports;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.ScoredValueScanCursor;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The Redis of another system. Every call waits for its answer; those for many keys are sent together. Old
 * servers will do: nothing newer than Redis 2.8 is asked for.
 */
final class Source implements AutoCloseable {
  static final String LIST = "list";
  static final String SORTED_SET = "zset";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String CLUSTER = "redis-cluster://";
  private static final String CLUSTER_TLS = "rediss-cluster://";

  /**
   * Deletes a content if it is still the one that was read. KEYS: the content; ARGV: the SHA-1 of what was read;
   * reply: 1 if it was deleted.
   */
  private static final byte[] DELETE_UNCHANGED = bytes("""
      local now = redis.call('get', KEYS[1])
      if now and redis.sha1hex(now) == ARGV[1] then return redis.call('del', KEYS[1]) end
      return 0
      """);

  private final String address;
  private final AbstractRedisClient client;
  private final RedisClusterAsyncCommands<byte[], byte[]> commands;

  private Source(
      String address,
      AbstractRedisClient client,
      RedisClusterAsyncCommands<byte[], byte[]> commands) {
    this.address = address;
    this.client = client;
    this.commands = commands;
  }

  /**
   * Connects.
   *
   * @throws BideException when that cannot be done, with words that say what to check
   */
  static Source open(ImportPlan plan) {
    AbstractRedisClient client = client(plan.redis());
    try {
      return new Source(plan.safeRedis(), client, connect(client));
    } catch (RuntimeException e) {
      client.shutdown(Duration.ZERO, PATIENCE);
      throw new BideException(
          ErrorCode.UNAVAILABLE,
          "cannot reach " + plan.safeRedis() + " from the server: " + reason(e)
              + "; check address, password and database",
          e);
    }
  }

  private static AbstractRedisClient client(String url) {
    try {
      if (url.startsWith(CLUSTER) || url.startsWith(CLUSTER_TLS)) {
        return RedisClusterClient.create(seeds(url));
      }
      RedisURI uri = RedisURI.create(url);
      uri.setTimeout(PATIENCE);
      return RedisClient.create(uri);
    } catch (IllegalArgumentException e) {
      throw BideException.invalid(
          "redis",
          "cannot be read; give redis://host:6379/0, redis-sentinel://host:26379#master or"
              + " redis-cluster://host:6379, with rediss for TLS");
    }
  }

  private static List<RedisURI> seeds(String url) {
    String scheme = url.startsWith(CLUSTER) ? "redis://" : "rediss://";
    String rest = url.substring(url.indexOf("://") + 3);
    String user = rest.substring(0, rest.lastIndexOf('@') + 1);
    List<RedisURI> seeds = new ArrayList<>();
    for (String host : rest.substring(user.length()).split(",", -1)) {
      RedisURI seed = RedisURI.create(scheme + user + host);
      seed.setTimeout(PATIENCE);
      seeds.add(seed);
    }
    return seeds;
  }

  private static RedisClusterAsyncCommands<byte[], byte[]> connect(AbstractRedisClient client) {
    return client instanceof RedisClusterClient cluster
        ? cluster.connect(ByteArrayCodec.INSTANCE).async()
        : ((RedisClient) client).connect(ByteArrayCodec.INSTANCE).async();
  }

  private static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  /** Keys of one type that match a pattern, sorted. */
  Collection<String> keys(String pattern, String type) {
    Collection<String> found = new TreeSet<>();
    ScanArgs args = ScanArgs.Builder.matches(bytes(pattern)).limit(1_000);
    KeyScanCursor<byte[]> page = await(commands.scan(args));
    while (true) {
      found.addAll(ofType(page.getKeys(), type));
      if (page.isFinished()) {
        return found;
      }
      page = await(commands.scan(page, args));
    }
  }

  private List<String> ofType(List<byte[]> keys, String type) {
    List<String> types = awaitAll(keys, commands::type);
    List<String> some = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      String key = Member.text(keys.get(i));
      if (key != null && types.get(i).equals(type)) {
        some.add(key);
      }
    }
    return some;
  }

  /** All members of an ordered set of names. */
  List<String> names(String key) {
    List<String> names = new ArrayList<>();
    Scan scan = scan(key, 1_000);
    while (scan.hasNext()) {
      for (Member member : scan.next()) {
        String name = member.id();
        if (name != null) {
          names.add(name);
        }
      }
    }
    return names;
  }

  long size(Listing listing) {
    byte[] key = bytes(listing.key());
    return await(listing.isSorted() ? commands.zcard(key) : commands.llen(key));
  }

  Scan scan(String key, int limit) {
    return new Scan(bytes(key), ScanArgs.Builder.limit(limit));
  }

  /** Goes through an ordered set page by page; what is there all the time is met at least once. */
  final class Scan {
    private final byte[] key;
    private final ScanArgs args;
    private @Nullable ScanCursor cursor;

    private Scan(byte[] key, ScanArgs args) {
      this.key = key;
      this.args = args;
    }

    boolean hasNext() {
      return cursor == null || !cursor.isFinished();
    }

    /** May be empty although there is more. */
    List<Member> next() {
      ScoredValueScanCursor<byte[]> page =
          await(cursor == null ? commands.zscan(key, args) : commands.zscan(key, cursor, args));
      cursor = page;
      Map<String, Member> members = new LinkedHashMap<>();
      for (ScoredValue<byte[]> value : page.getValues()) {
        Member member = new Member(value.getValue(), value.getScore());
        members.put(new String(member.bytes(), StandardCharsets.ISO_8859_1), member);
      }
      return List.copyOf(members.values());
    }
  }

  /** Elements of a list, those that are next first, leaving out some. */
  List<Member> elements(Listing listing, long skip, int limit) {
    boolean fromHead = listing.kind() == Listing.Kind.LIST_FROM_HEAD;
    byte[] key = bytes(listing.key());
    List<byte[]> range = new ArrayList<>(await(
        fromHead
            ? commands.lrange(key, skip, skip + limit - 1)
            : commands.lrange(key, -skip - limit, -skip - 1)));
    if (!fromHead) {
      Collections.reverse(range);
    }
    return range.stream().map(bytes -> new Member(bytes, 0)).toList();
  }

  /** The contents of keys, null where there is none or something else than a string. */
  List<byte @Nullable []> contents(List<String> keys) {
    List<String> types = awaitAll(keys, key -> commands.type(bytes(key)));
    List<String> strings = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (types.get(i).equals("string")) {
        strings.add(keys.get(i));
      }
    }
    List<byte[]> values = awaitAll(strings, key -> commands.get(bytes(key)));
    List<byte @Nullable []> contents = new ArrayList<>();
    int next = 0;
    for (String type : types) {
      contents.add(type.equals("string") ? values.get(next++) : null);
    }
    return contents;
  }

  /** Whether a member still stands in a listing; of a list it is believed. */
  boolean lists(Listing listing, Member member) {
    return !listing.isSorted()
        || await(commands.zscore(bytes(listing.key()), member.bytes())) != null;
  }

  /** Deletes a content if it is still the one that was read; whether it was. */
  List<Boolean> deleteUnchanged(List<String> keys, List<byte[]> contents) {
    List<RedisFuture<Long>> replies = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      replies.add(commands.eval(
          DELETE_UNCHANGED,
          ScriptOutputType.INTEGER,
          new byte[][] {bytes(keys.get(i))},
          bytes(Tokens.sha1(contents.get(i)))));
    }
    return replies.stream().map(reply -> await(reply) == 1).toList();
  }

  /** Takes members out of a listing. */
  void unlist(Listing listing, List<Member> members) {
    byte[] key = bytes(listing.key());
    awaitAll(members, member -> switch (listing.kind()) {
      case SORTED -> commands.zrem(key, member.bytes());
      case LIST_FROM_HEAD -> commands.lrem(key, 1, member.bytes());
      case LIST_FROM_TAIL -> commands.lrem(key, -1, member.bytes());
    });
  }

  private <A, T> List<T> awaitAll(List<A> each, Function<A, RedisFuture<T>> command) {
    List<RedisFuture<T>> futures = each.stream().map(command).toList();
    List<T> values = new ArrayList<>();
    futures.forEach(future -> values.add(await(future)));
    return values;
  }

  private <T> T await(Future<T> future) {
    try {
      return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw failed(reason(e), e);
    } catch (TimeoutException e) {
      throw failed("no answer within " + PATIENCE.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("interrupted", e);
    }
  }

  private BideException failed(String why, Exception cause) {
    return new BideException(
        ErrorCode.UNAVAILABLE, "reading from " + address + " failed: " + why, cause);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, PATIENCE);
  }
}
