package io.bide.store.redis;

import io.bide.BideException;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A parsed URL.
 *
 * @param uris one, or the seeds of a Cluster
 */
record Address(Kind kind, List<RedisURI> uris) {
  private static final String ADVICE =
      "; give redis://host:6379, redis-sentinel://host:26379#master or"
          + " redis-cluster://host:6379, with rediss for TLS";

  /** How Redis is run. */
  enum Kind {
    STANDALONE,
    SENTINEL,
    CLUSTER
  }

  static Address parse(String url, Duration timeout) {
    int colon = url.indexOf("://");
    String scheme = colon < 0 ? "" : url.substring(0, colon);
    String rest = colon < 0 ? "" : url.substring(colon + 3);
    boolean tls = scheme.startsWith("rediss");
    Kind kind = switch (scheme) {
      case "redis", "rediss" -> Kind.STANDALONE;
      case "redis-sentinel", "rediss-sentinel" -> Kind.SENTINEL;
      case "redis-cluster", "rediss-cluster" -> Kind.CLUSTER;
      default ->
        throw BideException.invalid("store", "has the unknown scheme '" + scheme + "'" + ADVICE);
    };
    try {
      List<RedisURI> uris = switch (kind) {
        case STANDALONE -> List.of(RedisURI.create(url));
        case SENTINEL -> List.of(sentinel(rest, tls));
        case CLUSTER -> seeds(rest, tls);
      };
      uris.forEach(uri -> uri.setTimeout(timeout));
      return new Address(kind, uris);
    } catch (IllegalArgumentException e) {
      // Its message may hold the password.
      throw BideException.invalid(
          "store",
          "is no URL that can be read" + ADVICE
              + "; special characters in user and password are written as in %40 for @");
    }
  }

  private static RedisURI sentinel(String rest, boolean tls) {
    if (rest.indexOf('#') < 0) {
      throw BideException.invalid("store", "names no master; add #name-of-the-master");
    }
    RedisURI uri = RedisURI.create("redis-sentinel://" + rest);
    uri.setSsl(tls);
    return uri;
  }

  private static List<RedisURI> seeds(String rest, boolean tls) {
    int at = rest.lastIndexOf('@');
    String user = rest.substring(0, at + 1);
    List<RedisURI> seeds = new ArrayList<>();
    for (String host : rest.substring(at + 1).split(",", -1)) {
      if (host.indexOf('/') >= 0) {
        throw BideException.invalid(
            "store", "names a database; a Cluster has only one, leave it out");
      }
      seeds.add(RedisURI.create((tls ? "rediss://" : "redis://") + user + host));
    }
    return seeds;
  }
}
