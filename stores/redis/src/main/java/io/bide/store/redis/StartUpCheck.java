package io.bide.store.redis;

import io.bide.BideException;
import io.bide.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks, when the store is opened, whether this Redis can be trusted with messages. */
final class StartUpCheck {
  private static final Logger LOG = LoggerFactory.getLogger(StartUpCheck.class);
  private static final int MAJOR = 6;
  private static final int MINOR = 2;

  private final Map<String, String> info;
  private final Address.Kind kind;

  private StartUpCheck(Map<String, String> info, Address.Kind kind) {
    this.info = info;
    this.kind = kind;
  }

  /**
   * Checks version, mode, eviction, persistence and the rights of the user.
   *
   * @throws BideException with {@link ErrorCode#INVALID}, saying what to do
   */
  static void run(Link link, RedisConfig config) {
    String text = link.await(link.read(c -> c.info()));
    StartUpCheck check = new StartUpCheck(parse(text), link.kind());
    check.version();
    check.mode();
    check.eviction();
    check.persistence();
    rights(link, config);
    partitions(link, config);
  }

  private static Map<String, String> parse(String text) {
    Map<String, String> info = new HashMap<>();
    text.lines().filter(line -> line.indexOf(':') > 0).forEach(line -> {
      int colon = line.indexOf(':');
      info.put(line.substring(0, colon), line.substring(colon + 1).trim());
    });
    return info;
  }

  private void version() {
    String version = info.getOrDefault("redis_version", "0");
    String[] parts = version.split("\\.", -1);
    int major = Integer.parseInt(parts[0]);
    int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
    if (major < MAJOR || (major == MAJOR && minor < MINOR)) {
      throw refused("Redis is version " + version + "; 6.2 or later is needed");
    }
  }

  private void mode() {
    boolean cluster = "cluster".equals(info.get("redis_mode"));
    if (cluster && kind != Address.Kind.CLUSTER) {
      throw refused("Redis runs as a Cluster; name it redis-cluster://host:port");
    }
    if (!cluster && kind == Address.Kind.CLUSTER) {
      throw refused("Redis does not run as a Cluster; name it redis://host:port");
    }
    if ("sentinel".equals(info.get("redis_mode"))) {
      throw refused("this is a Sentinel; name it redis-sentinel://host:port#master");
    }
  }

  private void eviction() {
    String policy = info.getOrDefault("maxmemory_policy", "noeviction");
    if (!policy.equals("noeviction")) {
      throw refused("Redis would throw messages away when its memory is full: maxmemory-policy is "
          + policy + "; set it to noeviction");
    }
  }

  private void persistence() {
    if ("0".equals(info.get("aof_enabled"))) {
      LOG.warn("Redis keeps no append-only file: messages are lost when it restarts."
          + " Set appendonly to yes, unless its replicas are enough for you");
    }
  }

  private static void rights(Link link, RedisConfig config) {
    try {
      byte[][] keys = new Keys(config.prefix()).check();
      byte[][] arguments = {new Keys(config.prefix()).wakeUps()};
      var unused = link.await(link.run(Script.CHECK, keys, arguments));
    } catch (BideException e) {
      if (Failures.isAboutRights(Failures.replyOf(e))) {
        throw refused("the user may not do what the store does: " + Failures.replyOf(e)
            + ". Give it the rights that docs/stores/redis.md lists");
      }
      throw e;
    }
  }

  /** Nodes that disagree would look for messages in different places. */
  private static void partitions(Link link, RedisConfig config) {
    Keys keys = new Keys(config.prefix());
    byte[][] arguments = {Packer.text(config.partitions())};
    List<Object> reply = link.await(link.run(
        Script.AGREE, new byte[][] {keys.leastPartitions(), keys.topicNames()}, arguments));
    String agreed = new Unpacker(reply.get(0)).restAsText();
    if (!agreed.equals(Integer.toString(config.partitions()))) {
      throw refused("topics of the prefix " + config.prefix() + " have at least " + agreed
          + " partitions; set partitions to " + agreed + ", or choose another prefix");
    }
  }

  private static BideException refused(String why) {
    return new BideException(ErrorCode.INVALID, why);
  }
}
