package io.bide.store.redis;

import io.bide.Backoff;
import io.bide.DeliveryMode;
import io.bide.Put;
import io.bide.TopicSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of a topic as bytes; the format is drawn in {@code call.lua}. */
final class SettingsCodec {
  private static final int TTL = 1;
  private static final int KEEP_BODIES = 2;
  private static final int NOTICES = 4;
  private static final int AT_MOST_ONCE = 8;

  /** What a put that leaves everything out gets is decided by the topic alone. */
  private static final Put SAYS_NOTHING = Put.to("any").build();

  private SettingsCodec() {}

  /** The settings of topics that have none, in a store where each has so many partitions. */
  static byte[] defaults(int partitions) {
    return encode(TopicSettings.DEFAULT.change().partitions(partitions).build());
  }

  static byte[] encode(TopicSettings settings) {
    Duration ttl = settings.ttl();
    Packer out = new Packer(80);
    out.int8((ttl == null ? 0 : TTL)
        | (settings.keepBodies() ? KEEP_BODIES : 0)
        | (settings.deathNotices() ? NOTICES : 0)
        | (settings.delivery() == DeliveryMode.AT_MOST_ONCE ? AT_MOST_ONCE : 0));
    out.duration(settings.lease())
        .duration(settings.retention())
        .duration(settings.deadRetention());
    out.int32(settings.maxAttempts() == null ? 0 : settings.maxAttempts());
    out.int32(settings.maxAttemptsFor(SAYS_NOTHING)).number(settings.partitions(), 2);
    if (ttl != null) {
      out.duration(ttl);
    }
    return out.raw(Contents.backoff(settings.backoff())).done();
  }

  static TopicSettings decode(byte[] stored) {
    if (stored.length == 0) {
      return TopicSettings.DEFAULT;
    }
    Unpacker in = new Unpacker(stored);
    int flags = in.int8();
    Duration lease = in.duration();
    Duration retention = in.duration();
    Duration deadRetention = in.duration();
    int maxAttempts = in.int32();
    in.int32();
    int partitions = (int) in.number(2);
    @Nullable Duration ttl = (flags & TTL) == 0 ? null : in.duration();
    Backoff backoff = Contents.backoff(in.rest());
    return new TopicSettings(
        lease,
        ttl,
        maxAttempts == 0 ? null : maxAttempts,
        backoff,
        retention,
        deadRetention,
        (flags & KEEP_BODIES) != 0,
        (flags & NOTICES) != 0,
        (flags & AT_MOST_ONCE) == 0 ? DeliveryMode.AT_LEAST_ONCE : DeliveryMode.AT_MOST_ONCE,
        partitions);
  }
}
