package io.bide.store.redis;

import io.bide.SystemTime;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import io.bide.testing.redis.RedisProcess.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Redis in one of the ways it is run, for the tests of one class. */
final class Servers implements BeforeAllCallback, AfterAllCallback {
  private static final int SLOTS = 16_384;
  private static final int MASTERS = 3;

  /** So short that the servers find together soon, and that a failover does not take long. */
  private static final String NODE_TIMEOUT = "1000";

  /** Where nothing is to fail, a machine that stands still for some seconds must not look like a failure. */
  private static final String PATIENT_NODE_TIMEOUT = "60000";

  private static final long PATIENCE_SECONDS = 120;

  /** How it is run. */
  enum Kind {
    STANDALONE,
    CLUSTER,
    CLUSTER_WITH_REPLICAS,
    SENTINEL
  }

  private final Kind kind;
  private final Version version;
  private final List<RedisProcess> processes = new ArrayList<>();
  private String url;

  private Servers(Kind kind, Version version) {
    this.kind = kind;
    this.version = version;
  }

  static Servers of(Kind kind, Version version) {
    return new Servers(kind, version);
  }

  static Servers standalone() {
    return of(Kind.STANDALONE, Version.V7_0);
  }

  static Servers cluster() {
    return of(Kind.CLUSTER, Version.V7_0);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
  }

  void start() {
    switch (kind) {
      case STANDALONE -> url = begin().url();
      case CLUSTER -> startCluster(0);
      case CLUSTER_WITH_REPLICAS -> startCluster(1);
      case SENTINEL -> startSentinels();
    }
  }

  void stop() {
    processes.forEach(RedisProcess::close);
    processes.clear();
  }

  String url() {
    return url;
  }

  /** The servers in the order they were started: masters, then replicas, then Sentinels. */
  RedisProcess server(int index) {
    return processes.get(index);
  }

  int port(int index) {
    return server(index).port();
  }

  List<RedisProcess> all() {
    return processes;
  }

  private RedisProcess begin(String... options) {
    RedisProcess process = RedisProcess.start(version, options);
    processes.add(process);
    return process;
  }

  private void startCluster(int replicasEach) {
    for (int i = 0; i < MASTERS * (1 + replicasEach); i++) {
      begin(
          "--cluster-enabled",
          "yes",
          "--cluster-node-timeout",
          NODE_TIMEOUT,
          "--repl-diskless-sync-delay",
          "0");
    }
    for (int i = 0; i < MASTERS; i++) {
      String first = Integer.toString(i * SLOTS / MASTERS);
      String last = Integer.toString((i + 1) * SLOTS / MASTERS - 1);
      addSlots(port(i), Integer.parseInt(first), Integer.parseInt(last));
      Admin.ask(port(i), "CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
    }
    for (int i = 1; i < processes.size(); i++) {
      Admin.ask(port(i), "CLUSTER", "MEET", "127.0.0.1", Integer.toString(port(0)));
    }
    until("all nodes know each other", () -> processes.stream().allMatch(this::knowsAll));
    for (int i = MASTERS; i < processes.size(); i++) {
      int replica = i;
      String master = Admin.ask(port(i - MASTERS), "CLUSTER", "MYID");
      until(
          "replica " + i + " follows",
          () -> Admin.ask(port(replica), "CLUSTER", "REPLICATE", master).equals("OK"));
    }
    until(
        "the cluster is ok",
        () -> processes.stream()
            .allMatch(process ->
                Admin.ask(process.port(), "CLUSTER", "INFO").contains("cluster_state:ok")));
    for (int i = 0; i < MASTERS && replicasEach > 0; i++) {
      int port = port(i);
      until("its replica follows", () -> Admin.ask(port, "WAIT", "1", "100").equals("1"));
    }
    if (replicasEach == 0) {
      processes.forEach(process ->
          Admin.ask(process.port(), "CONFIG", "SET", "cluster-node-timeout", PATIENT_NODE_TIMEOUT));
    }
    url = "redis-cluster://"
        + processes.stream()
            .limit(MASTERS)
            .map(process -> "127.0.0.1:" + process.port())
            .collect(Collectors.joining(","));
  }

  private static void addSlots(int port, int first, int last) {
    List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
    for (int slot = first; slot <= last; slot++) {
      command.add(Integer.toString(slot));
    }
    Admin.ask(port, command.toArray(String[]::new));
  }

  private boolean knowsAll(RedisProcess process) {
    String nodes = Admin.ask(process.port(), "CLUSTER", "NODES");
    return nodes.lines().filter(line -> line.contains(" connected")).count() == processes.size()
        && !nodes.contains("handshake");
  }

  private void startSentinels() {
    RedisProcess master = begin("--repl-diskless-sync-delay", "0");
    begin(
        "--replicaof",
        "127.0.0.1",
        Integer.toString(master.port()),
        "--repl-diskless-sync-delay",
        "0");
    until(
        "the replica follows",
        () -> Admin.ask(master.port(), "WAIT", "1", "100").equals("1"));
    for (int i = 0; i < 3; i++) {
      RedisProcess sentinel = RedisProcess.sentinel(version);
      processes.add(sentinel);
      String port = Integer.toString(master.port());
      Admin.ask(sentinel.port(), "SENTINEL", "MONITOR", "main", "127.0.0.1", port, "2");
      Admin.ask(sentinel.port(), "SENTINEL", "SET", "main", "down-after-milliseconds", "800");
      Admin.ask(sentinel.port(), "SENTINEL", "SET", "main", "failover-timeout", "4000");
    }
    until(
        "the Sentinels know each other",
        () -> processes.stream().skip(2).allMatch(sentinel -> {
          String known = Admin.ask(sentinel.port(), "SENTINEL", "MASTER", "main");
          return known.contains("num-other-sentinels, 2") && known.contains("num-slaves, 1");
        }));
    url = "redis-sentinel://"
        + processes.stream()
            .skip(2)
            .map(process -> "127.0.0.1:" + process.port())
            .collect(Collectors.joining(","))
        + "#main";
  }

  /** Waits for something that happens in other processes. */
  static void until(String what, BooleanSupplier condition) {
    long end = SystemTime.nanos() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      if (SystemTime.nanos() - end > 0) {
        throw new AssertionError("waited " + PATIENCE_SECONDS + " s in vain until " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }
}
