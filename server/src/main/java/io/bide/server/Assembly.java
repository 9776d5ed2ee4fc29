package io.bide.server;

import io.bide.BideException;
import io.bide.DelayQueue;
import io.bide.ServiceDirectory;
import io.bide.Subscriptions;
import io.bide.SystemTime;
import io.bide.dialect.Dialect;
import io.bide.dialect.brick.BrickDialect;
import io.bide.dialect.camellia.CamelliaDialect;
import io.bide.dialect.camellia.Config;
import io.bide.dialect.exfe.ExfeDialect;
import io.bide.dialect.ouqiang.OuqiangDialect;
import io.bide.dialect.rest.Info;
import io.bide.dialect.rest.RestDialect;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.engine.push.Destinations;
import io.bide.engine.push.PushConfig;
import io.bide.engine.push.Pusher;
import io.bide.server.auth.ApiKey;
import io.bide.server.auth.BearerGate;
import io.bide.server.auth.KeyFile;
import io.bide.server.auth.KeyRing;
import io.bide.server.http.Front;
import io.bide.server.http.GatheringQueue;
import io.bide.server.operate.Health;
import io.bide.server.operate.Metrics;
import io.bide.server.operate.MetricsConfig;
import io.bide.server.operate.OperateDialect;
import io.bide.server.operate.VertxTimer;
import io.bide.server.push.Directories;
import io.bide.server.push.EurekaDirectory;
import io.bide.server.push.StaticDirectory;
import io.bide.server.push.VertxCourier;
import io.bide.server.push.VertxNames;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.DialectSettings;
import io.bide.server.settings.Kind;
import io.bide.server.settings.Settings;
import io.bide.server.settings.StoreChoice;
import io.bide.server.transfer.ImportDialect;
import io.bide.server.transfer.Imports;
import io.bide.store.Store;
import io.bide.store.redis.RedisConfig;
import io.bide.store.redis.RedisStore;
import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a node together: the only place that knows which stores and which dialects there are. */
public final class Assembly {
  private static final Logger log = LoggerFactory.getLogger(Assembly.class);

  private final Settings settings;
  private final Binding binding;
  private final Undo undo = new Undo();

  private Assembly(Settings settings) {
    this.settings = settings;
    this.binding = Binding.of(settings);
  }

  /**
   * Starts a node. Blocks until it can be reached.
   *
   * @throws OperatorException when it cannot start; then nothing is left running
   */
  public static Node start(Settings settings) {
    Assembly assembly = new Assembly(settings);
    try {
      return assembly.start();
    } catch (RuntimeException e) {
      assembly.undo.run();
      throw e;
    }
  }

  private Node start() {
    createDataDirectory();
    KeyFile keyFile = new KeyFile(settings.keysFile());
    List<ApiKey> known = read(keyFile);
    binding.check(settings, !known.isEmpty());
    Engine engine = startEngine();
    DelayQueue gathering = new GatheringQueue(engine, engine.config().maxBatch());
    KeyRing keys = undo.later(new KeyRing(keyFile, known, gathering));
    Vertx vertx = startVertx();
    Health health = new Health(engine, new VertxTimer(vertx));
    Metrics metrics = undo.later(metrics(engine, health, vertx));
    ServiceDirectory directory = directory(vertx);
    Pusher pusher = pusher(engine, gathering, vertx, directory);
    List<Dialect> dialects = dialects(engine, health, metrics, pusher.subscriptions(), directory);
    BearerGate gate = new BearerGate(keys, Openings.of(settings, known), gathering);
    Fronts fronts = new Fronts(
        settings,
        dialects,
        some -> new Front(PartConfigs.front(settings), some, gate, metrics.requests()));
    metrics.connections(fronts.main()::connections);
    metrics.pushes(pusher::inFlight, pusher::disabled);
    binding.open(fronts, vertx, settings);
    keys.start();
    engine.followDue(pusher::due);
    pusher.start();
    Node node = new Node(
        facts(fronts, keys.locked()),
        new Node.Parts(engine, keys, vertx, health, metrics, dialects, fronts, pusher),
        settings.get(Catalogue.STOP_TIMEOUT));
    log.info("Serving at {}, data in {}", node.address(), node.facts().data());
    node.facts().ownAddresses().forEach((name, own) -> log.info("Speaking {} at {}", name, own));
    return node;
  }

  private void createDataDirectory() {
    try {
      PrivateDirectory.create(data());
    } catch (IOException e) {
      throw new OperatorException(
          settings.tell(Catalogue.DATA) + ", which cannot be used: " + e + "; check path and owner",
          e);
    }
  }

  private Engine startEngine() {
    EngineConfig config = PartConfigs.engine(settings, largestForeignBody());
    return undo.later(Engine.start(openStore(), config));
  }

  /** What the largest message may be that a dialect with limits of its own takes. */
  private int largestForeignBody() {
    return settings.get(Catalogue.CAMELLIA.enabled()) ? CamelliaDialect.MAX_REQUEST_BYTES : 0;
  }

  private Vertx startVertx() {
    Vertx vertx = Vertx.vertx(new VertxOptions()
        .setPreferNativeTransport(true)
        .setEventLoopPoolSize(PartConfigs.httpThreads(settings)));
    undo.later(() -> vertx.close().await());
    return vertx;
  }

  private Store openStore() {
    StoreChoice store = settings.store();
    try {
      return store.isRedis() ? RedisStore.open(redis(store)) : RocksStore.open(rocksdb());
    } catch (BideException e) {
      throw new OperatorException(String.valueOf(e.getMessage()), e);
    }
  }

  private @Nullable ServiceDirectory directory(Vertx vertx) {
    ServiceDirectory listed =
        settings.find(Catalogue.SERVICES_STATIC).map(this::listed).orElse(null);
    ServiceDirectory eureka = settings
        .find(Catalogue.SERVICES_EUREKA)
        .map(url -> new EurekaDirectory(vertx, url, SystemTime::nanos))
        .orElse(null);
    if (listed != null && eureka != null) {
      return new Directories(listed, eureka);
    }
    return listed == null ? eureka : listed;
  }

  private StaticDirectory listed(List<String> instances) {
    try {
      return StaticDirectory.parse(instances);
    } catch (IllegalArgumentException e) {
      throw new OperatorException(
          settings.tell(Catalogue.SERVICES_STATIC) + ": " + e.getMessage(), e);
    }
  }

  private Pusher pusher(
      Engine engine, DelayQueue queue, Vertx vertx, @Nullable ServiceDirectory directory) {
    PushConfig config = PartConfigs.push(settings);
    Destinations destinations = new Destinations(new VertxNames(vertx), config.policy());
    return new Pusher(
        new Pusher.Parts(
            queue,
            engine.records(),
            engine::tell,
            new VertxCourier(vertx, destinations),
            destinations,
            directory,
            new VertxTimer(vertx),
            SystemTime.clock(),
            SystemTime::nanos),
        config);
  }

  private RocksConfig rocksdb() {
    return RocksConfig.at(data().resolve("rocksdb"))
        .durability(
            settings.durability() == Catalogue.Durability.RELAXED
                ? RocksConfig.Durability.RELAXED
                : RocksConfig.Durability.SYNCED)
        .memory(
            settings.get(Catalogue.ROCKSDB_BLOCK_CACHE),
            settings.get(Catalogue.ROCKSDB_WRITE_BUFFERS))
        .freeSpaceFloor(settings.get(Catalogue.ROCKSDB_FREE_SPACE));
  }

  private RedisConfig redis(StoreChoice store) {
    return RedisConfig.at(store.text())
        .prefix(settings.get(Catalogue.REDIS_PREFIX))
        .durability(
            settings.durability() == Catalogue.Durability.REPLICATED
                ? RedisConfig.Durability.REPLICATED
                : RedisConfig.Durability.ASYNC)
        .partitions(settings.get(Catalogue.REDIS_PARTITIONS))
        .replicas(settings.get(Catalogue.REDIS_REPLICAS))
        .timeout(settings.get(Catalogue.REDIS_TIMEOUT))
        .sweepPeriod(settings.get(Catalogue.REDIS_SWEEP_PERIOD))
        .authorities(settings.find(Catalogue.REDIS_AUTHORITIES).orElse(null));
  }

  /** The first one also answers what belongs to none. */
  private List<Dialect> dialects(
      Engine engine,
      Health health,
      Metrics metrics,
      Subscriptions subscriptions,
      @Nullable ServiceDirectory directory) {
    Dialect rest = new RestDialect(
        settings.get(Catalogue.LIMITS_JSON_DEPTH),
        settings.get(Catalogue.LIMITS_BATCH),
        Math.toIntExact(settings.get(Catalogue.LIMITS_BODY)),
        this::info,
        subscriptions);
    List<Dialect> dialects = new ArrayList<>();
    if (settings.get(Catalogue.REST_ENABLED)) {
      dialects.add(rest);
    }
    dialects.add(new OperateDialect(health, metrics, rest::fail));
    CamelliaDialect camellia = new CamelliaDialect(
        camelliaConfig(engine.config()), engine, SystemTime.clock(), health::store);
    if (settings.get(Catalogue.CAMELLIA.enabled())) {
      tell(camellia, engine, metrics);
      dialects.add(camellia);
    }
    OuqiangDialect ouqiang = new OuqiangDialect(
        engine.records(), PartConfigs.ouqiangPopWait(settings), SystemTime.clock());
    if (settings.get(Catalogue.OUQIANG.enabled())) {
      dialects.add(ouqiang);
    }
    if (settings.get(Catalogue.REST_ENABLED)) {
      dialects.add(new ImportDialect(imports(engine, camellia, ouqiang), rest::fail));
    }
    if (settings.get(Catalogue.EXFE.enabled())) {
      dialects.add(
          new ExfeDialect(Math.toIntExact(settings.get(Catalogue.LIMITS_BODY)), subscriptions));
    }
    if (settings.get(Catalogue.BRICK.enabled())) {
      dialects.add(new BrickDialect(
          Math.toIntExact(settings.get(Catalogue.LIMITS_BODY)), subscriptions, directory));
    }
    return dialects;
  }

  /** What an import brings is stored as the dialect of its system stores it, spoken here or not. */
  private static Imports imports(Engine engine, CamelliaDialect camellia, OuqiangDialect ouqiang) {
    return new Imports(
        (from, queue) -> switch (from) {
          case CAMELLIA -> messages -> camellia.store(queue, messages);
          case OUQIANG -> jobs -> ouqiang.store(queue, jobs);
        },
        engine.config().maxBatch(),
        engine.records(),
        SystemTime.clock());
  }

  private void tell(CamelliaDialect camellia, Engine engine, Metrics metrics) {
    undo.later(engine.events().subscribe(camellia::hear));
    if (settings.get(Catalogue.CAMELLIA_METRICS)) {
      metrics.append(camellia::metrics);
    }
  }

  private Config camelliaConfig(EngineConfig limits) {
    return new Config(
        settings.get(Catalogue.CAMELLIA_NAMESPACE),
        settings.get(Catalogue.CAMELLIA_TTL),
        settings.get(Catalogue.CAMELLIA_MAX_RETRY),
        settings.get(Catalogue.CAMELLIA_ACK_TIMEOUT),
        settings.get(Catalogue.CAMELLIA_RETENTION),
        settings.get(Catalogue.CAMELLIA_LONG_POLL),
        limits.maxWait(),
        limits.maxClaim(),
        limits.maxPage());
  }

  private Metrics metrics(Engine engine, Health health, Vertx vertx) {
    MetricsConfig config = new MetricsConfig(
        settings.get(Catalogue.METRICS_TOPICS),
        data(),
        Map.of(
            "version", Version.text(),
            "store", settings.get(Catalogue.STORE).kind(),
            "durability", Kind.word(settings.durability())));
    return new Metrics(config, engine, health, SystemTime.clock(), new VertxTimer(vertx));
  }

  private Info info() {
    return new Info(
        Version.text(),
        settings.get(Catalogue.STORE).kind(),
        Kind.word(settings.durability()),
        SystemTime.clock().instant(),
        PartConfigs.limits(settings),
        namesOfDialects());
  }

  private List<String> namesOfDialects() {
    Stream<String> rest = settings.get(Catalogue.REST_ENABLED) ? Stream.of("rest") : Stream.of();
    Stream<String> others = Catalogue.DIALECTS.stream()
        .filter(dialect -> settings.get(dialect.enabled()))
        .map(DialectSettings::name);
    return Stream.concat(rest, others).toList();
  }

  private Node.Facts facts(Fronts fronts, boolean keysNeeded) {
    Map<String, URI> ownAddresses = new LinkedHashMap<>();
    fronts.own().forEach((name, front) -> ownAddresses.put(name, binding.address(front.port())));
    return new Node.Facts(
        Version.text(),
        binding.address(fronts.main().port()),
        ownAddresses,
        settings.get(Catalogue.STORE).toString(),
        Kind.word(settings.durability()),
        data(),
        keysNeeded,
        settings.find(Catalogue.TLS_CERTIFICATE).map(Path::toAbsolutePath).orElse(null));
  }

  private Path data() {
    return settings.get(Catalogue.DATA).toAbsolutePath().normalize();
  }

  private static List<ApiKey> read(KeyFile file) {
    try {
      return file.read();
    } catch (IOException e) {
      throw new OperatorException(
          "the API keys cannot be used: " + e.getMessage() + "; repair or remove the file", e);
    }
  }
}
