package io.bide.server.settings;

import io.bide.engine.push.Network;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that can be set. The command line, the environment, the file and {@code
 * docs/configuration.md} all follow from this list.
 */
public final class Catalogue {
  /** What an answer stands for. The first two are the embedded store's, the others those of Redis. */
  public enum Durability {
    SYNCED,
    RELAXED,
    ASYNC,
    REPLICATED;

    boolean isOfRedis() {
      return this == ASYNC || this == REPLICATED;
    }
  }

  /** The least that is logged. */
  public enum LogLevel {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR
  }

  /** How a line of the log looks. */
  public enum LogFormat {
    TEXT,
    JSON
  }

  public static final Setting<String> HOST = Setting.of(
      "host",
      Kind.text("HOST", "a host name or an address of this machine"),
      "127.0.0.1",
      "The address to listen on. One that others can reach needs keys.");
  public static final Setting<Integer> PORT = Setting.of(
      "port", Kind.count(0, 65_535), "9277", "The port to listen on; 0 for any free one.");
  public static final Setting<Path> DATA = Setting.of(
      "data",
      Kind.file("a directory; it is created if need be"),
      "./data",
      "Where everything is kept; with a store in Redis, only the keys.");
  public static final Setting<StoreChoice> STORE = Setting.of(
      "store",
      StoreChoice.KIND,
      "rocksdb",
      "What remembers the messages: a database in data, or a Redis that many servers share.");
  public static final Setting<Durability> DURABILITY = Setting.optional(
      "durability",
      Kind.oneOf(Durability.class),
      "synced, or async with a Redis",
      "What an answer stands for. On the disk (synced), or with the operating system, which loses it"
          + " when the machine fails (relaxed). In Redis (async), or with its replicas too"
          + " (replicated).");
  public static final Setting<Path> CONFIG =
      Setting.optional("config", Kind.file("a YAML file"), "none", "A file with settings.");
  public static final Setting<Path> KEYS = Setting.optional(
      "keys",
      Kind.file("a file made by \"bide keys add\""),
      "<data>/auth.keys",
      "The API keys, as hashes.");
  public static final Setting<Boolean> INSECURE = Setting.of(
      "insecure", Kind.onOff(), "false", "Lets everybody who can reach the port do everything.");
  public static final Setting<Path> TLS_CERTIFICATE = Setting.optional(
      "tls.certificate", Kind.file("a PEM file"), "plain HTTP", "The certificate and its chain.");
  public static final Setting<Path> TLS_KEY = Setting.optional(
      "tls.key", Kind.file("a PEM file"), "plain HTTP", "The private key of the certificate.");

  public static final Setting<Integer> HTTP_THREADS = Setting.optional(
      "http.threads",
      Kind.count(1, 256),
      "one per processor",
      "How many threads serve connections.");
  public static final Setting<Duration> HTTP_REQUEST_TIMEOUT = Setting.of(
      "http.request-timeout",
      Kind.duration("1s", "10m"),
      "30s",
      "How long a request may take to arrive.");
  public static final Setting<Duration> HTTP_IDLE_TIMEOUT = Setting.of(
      "http.idle-timeout",
      Kind.duration("1s", "1d"),
      "4m",
      "How long a connection may be silent; longer than limits.wait.");

  public static final Setting<Long> LIMITS_BODY = Setting.of(
      "limits.body", Kind.size("1B", "64MiB"), "256KiB", "The largest body of a message.");
  public static final Setting<Integer> LIMITS_BATCH = Setting.of(
      "limits.batch", Kind.count(1, 100_000), "1000", "How many messages one request may bring.");
  public static final Setting<Integer> LIMITS_ATTRIBUTES = Setting.of(
      "limits.attributes", Kind.count(1, 1_000), "64", "How many attributes a message may have.");
  public static final Setting<Long> LIMITS_ATTRIBUTE_BYTES = Setting.of(
      "limits.attribute-bytes",
      Kind.size("1B", "1MiB"),
      "8KiB",
      "The size of all attributes of a message.");
  public static final Setting<Integer> LIMITS_CLAIM = Setting.of(
      "limits.claim", Kind.count(1, 100_000), "1000", "How many messages one claim may ask for.");
  public static final Setting<Integer> LIMITS_CLAIM_TOPICS = Setting.of(
      "limits.claim-topics", Kind.count(1, 10_000), "100", "How many topics one claim may name.");
  public static final Setting<Long> LIMITS_CLAIM_BYTES = Setting.of(
      "limits.claim-bytes",
      Kind.size("1KiB", "256MiB"),
      "4MiB",
      "The size of the bodies that one claim gets; a single message may be larger.");
  public static final Setting<Duration> LIMITS_WAIT =
      Setting.of("limits.wait", Kind.duration("1s", "1h"), "3m", "How long a claim may wait.");
  public static final Setting<Integer> LIMITS_PAGE = Setting.of(
      "limits.page",
      Kind.count(1, 1_000),
      "1000",
      "How many messages or topics one page may hold.");
  public static final Setting<Long> LIMITS_REQUEST = Setting.of(
      "limits.request", Kind.size("1KiB", "256MiB"), "8MiB", "The largest body of a request.");
  public static final Setting<Long> LIMITS_REQUESTS = Setting.of(
      "limits.requests",
      Kind.size("1MiB", "64GiB"),
      "96MiB",
      "The size of all requests together that are being read; further ones are answered with 503.");
  public static final Setting<Long> LIMITS_HEADERS = Setting.of(
      "limits.headers", Kind.size("1KiB", "1MiB"), "32KiB", "The largest head of a request.");
  public static final Setting<Long> LIMITS_URL = Setting.of(
      "limits.url", Kind.size("256B", "64KiB"), "8KiB", "The longest first line of a request.");
  public static final Setting<Integer> LIMITS_JSON_DEPTH =
      Setting.of("limits.json-depth", Kind.count(4, 500), "32", "How deeply JSON may be nested.");
  public static final Setting<Integer> LIMITS_CONNECTIONS = Setting.of(
      "limits.connections",
      Kind.count(1, 1_000_000),
      "50000",
      "How many connections there may be.");
  public static final Setting<Integer> LIMITS_WAITING_CLAIMS = Setting.of(
      "limits.waiting-claims", Kind.count(1, 10_000_000), "100000", "How many claims may wait.");
  public static final Setting<Integer> LIMITS_MESSAGES_IN_FLIGHT = Setting.of(
      "limits.messages-in-flight",
      Kind.count(1, 10_000_000),
      "20000",
      "How many puts may be on their way to the store, and how many acks, releases and extensions.");
  public static final Setting<Long> LIMITS_BYTES_IN_FLIGHT = Setting.of(
      "limits.bytes-in-flight",
      Kind.size("1MiB", "64GiB"),
      "128MiB",
      "The size of the bodies that may be on their way to the store.");
  public static final Setting<Integer> LIMITS_CALLS_IN_FLIGHT = Setting.of(
      "limits.calls-in-flight",
      Kind.count(1, 10_000_000),
      "10000",
      "How many claims that do not wait, and how many other calls, may be on their way to the store.");

  public static final Setting<Duration> ENGINE_LOOK_INTERVAL = Setting.of(
      "engine.look-interval",
      Kind.duration("10ms", "10m"),
      "5s",
      "How often an awaited topic is looked at although nothing was heard of it.");
  public static final Setting<Duration> ENGINE_SWEEP_INTERVAL = Setting.of(
      "engine.sweep-interval",
      Kind.duration("10ms", "10m"),
      "1s",
      "How often deaths and expiries are written down and old messages forgotten.");
  public static final Setting<Integer> ENGINE_SWEEP_BUDGET = Setting.of(
      "engine.sweep-budget",
      Kind.count(1, 100_000),
      "1000",
      "How many messages one sweep looks at.");

  public static final Setting<List<Network>> PUSH_ALLOW = Setting.optional(
      "push.allow",
      Kind.networks(),
      "none",
      "Private, loopback and other networks to which messages may be pushed besides public addresses.");
  public static final Setting<Integer> PUSH_CONCURRENCY = Setting.of(
      "push.concurrency",
      Kind.count(1, 1_000),
      "16",
      "How many calls are made at a time to an endpoint that has no subscription.");
  public static final Setting<Duration> PUSH_TIMEOUT = Setting.of(
      "push.timeout",
      Kind.duration("10ms", "10m"),
      "15s",
      "How long a call may take to an endpoint that has no subscription.");
  public static final Setting<Integer> PUSH_IN_FLIGHT = Setting.of(
      "push.in-flight",
      Kind.count(1, 1_000_000),
      "10000",
      "How many messages may be on their way to all endpoints together.");
  public static final Setting<Path> PUSH_SECRETS = Setting.optional(
      "push.secrets",
      Kind.file("a file with one or two secrets (whsec_…), one a line, the newest first"),
      "not signed",
      "What signs messages that bring their own endpoint.");

  public static final Setting<URI> SERVICES_EUREKA = Setting.optional(
      "services.eureka",
      Kind.url("such as http://127.0.0.1:8761/eureka"),
      "none",
      "A Eureka server that knows where services are.");
  public static final Setting<List<String>> SERVICES_STATIC = Setting.optional(
      "services.static",
      Kind.list(
          "INSTANCES",
          "instances separated by commas, such as mailer=http://10.0.0.1:8080#type|type"),
      "none",
      "Where services are, with the types that their instances handle.");

  public static final Setting<Long> ROCKSDB_BLOCK_CACHE = Setting.of(
      "rocksdb.block-cache", Kind.size("8MiB", "1024GiB"), "128MiB", "Memory for what is read.");
  public static final Setting<Long> ROCKSDB_WRITE_BUFFERS = Setting.of(
      "rocksdb.write-buffers",
      Kind.size("8MiB", "64GiB"),
      "128MiB",
      "Memory for what is not yet in files.");
  public static final Setting<Long> ROCKSDB_FREE_SPACE = Setting.of(
      "rocksdb.free-space",
      Kind.size("0B", "1024GiB"),
      "256MiB",
      "With less free space on the disk than this, puts are refused.");

  public static final Setting<String> REDIS_USER = Setting.optional(
      "redis.user",
      Kind.text("NAME", "a user of Redis"),
      "the default user",
      "Who to be in Redis, unless store names a user.");
  public static final Setting<String> REDIS_PASSWORD = Setting.optional(
      "redis.password",
      Kind.secret("PASSWORD", "a password"),
      "none",
      "The password in Redis, unless store holds it. Others can see options of a command; better"
          + " use the variable or the file.");
  public static final Setting<Path> REDIS_AUTHORITIES = Setting.optional(
      "redis.authorities",
      Kind.file("a PEM file"),
      "those of Java",
      "The certificates to trust when store asks for TLS.");
  public static final Setting<String> REDIS_PREFIX = Setting.of(
      "redis.prefix",
      Kind.textWithout("{}", "TEXT", "a text without braces"),
      "bide:",
      "What all keys in Redis begin with. Servers with the same prefix share everything.");
  public static final Setting<Integer> REDIS_PARTITIONS = Setting.of(
      "redis.partitions",
      Kind.count(1, 1_024),
      "1",
      "How many partitions every topic has at least. All servers must say the same; it cannot be"
          + " changed once something is stored.");
  public static final Setting<Integer> REDIS_REPLICAS = Setting.of(
      "redis.replicas",
      Kind.count(1, 100),
      "1",
      "How many replicas must have it, when durability is replicated.");
  public static final Setting<Duration> REDIS_TIMEOUT = Setting.of(
      "redis.timeout",
      Kind.duration("100ms", "1m"),
      "2s",
      "How long a call waits for Redis, and for its replicas, before its outcome is unknown.");
  public static final Setting<Duration> REDIS_SWEEP_PERIOD = Setting.of(
      "redis.sweep-period",
      Kind.duration("1s", "1h"),
      "1m",
      "How often all servers together sweep each topic.");

  public static final Setting<Duration> STOP_TIMEOUT =
      Setting.of("stop.timeout", Kind.duration("1s", "10m"), "30s", "How long stopping may take.");
  public static final Setting<LogLevel> LOG_LEVEL =
      Setting.of("log.level", Kind.oneOf(LogLevel.class), "info", "The least that is logged.");
  public static final Setting<LogFormat> LOG_FORMAT =
      Setting.of("log.format", Kind.oneOf(LogFormat.class), "text", "How a line of the log looks.");
  public static final Setting<Integer> METRICS_TOPICS = Setting.of(
      "metrics.topics",
      Kind.count(1, 10_000),
      "100",
      "How many topics have metrics of their own; the others are summed up.");

  public static final Setting<Boolean> REST_ENABLED = Setting.of(
      "dialects.rest.enabled",
      Kind.onOff(),
      "true",
      "Whether the native dialect is spoken; the command line needs it.");
  public static final DialectSettings CAMELLIA = DialectSettings.of("camellia");
  public static final DialectSettings EXFE = DialectSettings.of("exfe");
  public static final DialectSettings BRICK = DialectSettings.of("brick");
  public static final DialectSettings OUQIANG = DialectSettings.of("ouqiang");
  public static final Setting<Duration> OUQIANG_POP_WAIT = Setting.of(
      "dialects.ouqiang.pop-wait",
      Kind.duration("10ms", "1h"),
      "178s",
      "How long /pop waits for a job; no longer than limits.wait.");
  public static final Setting<Boolean> CAMELLIA_METRICS = Setting.of(
      "dialects.camellia.metrics",
      Kind.onOff(),
      "false",
      "Whether /metrics also has the names of the original, for its dashboards.");

  public static final Setting<String> CAMELLIA_NAMESPACE = Setting.of(
      "dialects.camellia.namespace",
      Kind.text("NAME", "the name of a namespace"),
      "default",
      "Where the topics of its clients are.");
  public static final Setting<Duration> CAMELLIA_TTL = Setting.of(
      "dialects.camellia.ttl",
      Kind.duration("1ms", "365000d"),
      "1h",
      "How long after its trigger time a message may be pulled, if its sender does not say.");
  public static final Setting<Integer> CAMELLIA_MAX_RETRY = Setting.of(
      "dialects.camellia.max-retry",
      Kind.count(0, 1_000_000_000),
      "10",
      "How often a message is handed out again, if its sender does not say.");
  public static final Setting<Duration> CAMELLIA_ACK_TIMEOUT = Setting.of(
      "dialects.camellia.ack-timeout",
      Kind.duration("1ms", "365000d"),
      "30s",
      "How long whoever pulls a message has to acknowledge it, if it does not say.");
  public static final Setting<Duration> CAMELLIA_RETENTION = Setting.of(
      "dialects.camellia.retention",
      Kind.duration("0s", "365000d"),
      "5m",
      "How long ended messages can be looked at; for topics that begin after it was set.");
  public static final Setting<Duration> CAMELLIA_LONG_POLL = Setting.of(
      "dialects.camellia.long-poll",
      Kind.duration("1ms", "1h"),
      "10s",
      "How long a long poll waits, if its caller does not say; limits.wait is the most.");

  /** Every dialect for the clients of another system. */
  public static final List<DialectSettings> DIALECTS = List.of(CAMELLIA, OUQIANG, EXFE, BRICK);

  private static final List<Setting<?>> GENERAL = List.of(
      HOST,
      PORT,
      DATA,
      STORE,
      DURABILITY,
      CONFIG,
      KEYS,
      INSECURE,
      TLS_CERTIFICATE,
      TLS_KEY,
      HTTP_THREADS,
      HTTP_REQUEST_TIMEOUT,
      HTTP_IDLE_TIMEOUT,
      LIMITS_BODY,
      LIMITS_BATCH,
      LIMITS_ATTRIBUTES,
      LIMITS_ATTRIBUTE_BYTES,
      LIMITS_CLAIM,
      LIMITS_CLAIM_TOPICS,
      LIMITS_CLAIM_BYTES,
      LIMITS_WAIT,
      LIMITS_PAGE,
      LIMITS_REQUEST,
      LIMITS_REQUESTS,
      LIMITS_HEADERS,
      LIMITS_URL,
      LIMITS_JSON_DEPTH,
      LIMITS_CONNECTIONS,
      LIMITS_WAITING_CLAIMS,
      LIMITS_MESSAGES_IN_FLIGHT,
      LIMITS_BYTES_IN_FLIGHT,
      LIMITS_CALLS_IN_FLIGHT,
      ENGINE_LOOK_INTERVAL,
      ENGINE_SWEEP_INTERVAL,
      ENGINE_SWEEP_BUDGET,
      PUSH_ALLOW,
      PUSH_CONCURRENCY,
      PUSH_TIMEOUT,
      PUSH_IN_FLIGHT,
      PUSH_SECRETS,
      SERVICES_EUREKA,
      SERVICES_STATIC,
      ROCKSDB_BLOCK_CACHE,
      ROCKSDB_WRITE_BUFFERS,
      ROCKSDB_FREE_SPACE,
      REDIS_USER,
      REDIS_PASSWORD,
      REDIS_AUTHORITIES,
      REDIS_PREFIX,
      REDIS_PARTITIONS,
      REDIS_REPLICAS,
      REDIS_TIMEOUT,
      REDIS_SWEEP_PERIOD,
      STOP_TIMEOUT,
      LOG_LEVEL,
      LOG_FORMAT,
      METRICS_TOPICS,
      REST_ENABLED);

  /** In the order in which they are shown. */
  public static final List<Setting<?>> ALL = Stream.of(
          GENERAL.stream(),
          DIALECTS.stream().flatMap(dialect -> dialect.all().stream()),
          Stream.of(
              CAMELLIA_METRICS,
              CAMELLIA_NAMESPACE,
              CAMELLIA_TTL,
              CAMELLIA_MAX_RETRY,
              CAMELLIA_ACK_TIMEOUT,
              CAMELLIA_RETENTION,
              CAMELLIA_LONG_POLL,
              OUQIANG_POP_WAIT))
      .<Setting<?>>flatMap(settings -> settings)
      .toList();

  private Catalogue() {}
}
