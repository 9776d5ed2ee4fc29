package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server while clients of ouqiang's dialect push ids from topic to topic: {@code
 * -Dbide.ouqiang.rounds=100} for more rounds than the default, {@code -Dbide.ouqiang.seed=…} for the choices of
 * an earlier run.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class OuqiangCrashIT {
  private static final int ROUNDS = Integer.getInteger("bide.ouqiang.rounds", 3);
  private static final int CLIENTS = 6;
  private static final int IDS_OF_EACH = 4;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path home;

  @Test
  void killedAgainAndAgain_everyIdHasTheJobThatWasPushedLast() throws Exception {
    long seed = Long.getLong("bide.ouqiang.seed", new Random().nextLong());
    System.out.println("ouqiang: " + ROUNDS + " rounds, -Dbide.ouqiang.seed=" + seed);
    Random random = new Random(seed);
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try (NodeProcess node =
        new NodeProcess(home, "node", "rocksdb", "", "--dialects-ouqiang-pop-wait", "2s")) {
      List<OuqiangClient> clients = IntStream.range(0, CLIENTS)
          .mapToObj(i -> new OuqiangClient(node.address(), ids(i), random.nextLong()))
          .toList();
      for (int round = 0; round < ROUNDS; round++) {
        node.start();
        node.awaitReady();
        List<Future<?>> running = new ArrayList<>();
        clients.forEach(client -> running.add(threads.submit(client)));
        awaitWork(clients, running, 100 + random.nextInt(600));
        node.kill();
        for (Future<?> one : running) {
          one.get(2, TimeUnit.MINUTES);
        }
      }
      node.start();
      node.awaitReady();
      clients.forEach(OuqiangClient::recover);
      List<String> expected =
          clients.stream().flatMap(client -> client.bodies().stream()).toList();
      assertThat(popAll(node)).containsExactlyInAnyOrderElementsOf(expected);
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<String> ids(int client) {
    return IntStream.range(0, IDS_OF_EACH)
        .mapToObj(i -> "id-" + client + "-" + i)
        .toList();
  }

  /** Until so many more changes were answered, however long that takes, or a client has given up. */
  private static void awaitWork(List<OuqiangClient> clients, List<Future<?>> running, int changes) {
    int target = answered(clients) + changes;
    while (answered(clients) < target && running.stream().noneMatch(Future::isDone)) {
      Thread.onSpinWait();
    }
  }

  private static int answered(List<OuqiangClient> clients) {
    return clients.stream().mapToInt(OuqiangClient::answered).sum();
  }

  /** What is handed out by all topics until nothing comes any more. */
  private static List<String> popAll(NodeProcess node) {
    Requests server = new Requests(node.address());
    JsonObject topics = new JsonObject().put("topic", String.join(",", OuqiangClient.TOPICS));
    List<String> bodies = new ArrayList<>();
    while (true) {
      JsonObject data = server.send("POST", "/pop", topics).join().json().getJsonObject("data");
      if (data == null) {
        return bodies;
      }
      bodies.add(data.getString("body"));
    }
  }
}
