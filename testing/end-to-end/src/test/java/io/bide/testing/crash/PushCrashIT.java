package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server while it pushes to a receiver that now and then fails: {@code -Dbide.push.rounds=20} for more
 * rounds than the default, {@code -Dbide.push.seed=…} for the choices of an earlier run.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class PushCrashIT {
  private static final int ROUNDS = Integer.getInteger("bide.push.rounds", 2);
  private static final int MESSAGES = 400;
  private static final int LONGEST_DELAY_MILLIS = 1_500;

  /** What was on its way comes back when its lease of 30 s has ended. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path home;

  private final Set<String> stored = new HashSet<>();

  @Test
  void killedAgainAndAgain_everyMessageArrives_noneEarly() throws Exception {
    long seed = Long.getLong("bide.push.seed", new Random().nextLong());
    System.out.println("push: " + ROUNDS + " rounds, -Dbide.push.seed=" + seed);
    Random random = new Random(seed);
    try (PushTarget target = new PushTarget(random.nextLong());
        NodeProcess node =
            new NodeProcess(home, "node", "rocksdb", "", "--push-allow", "127.0.0.0/8")) {
      Requests server = new Requests(node.address());
      for (int round = 0; round < ROUNDS; round++) {
        node.start();
        node.awaitReady();
        subscribe(server, target);
        put(server, "/v1/topics/orders/messages", "round-" + round + "-a-", null, random);
        put(server, "/v1/push", "round-" + round + "-b-", target.url("/own"), random);
        target.awaitMore(100 + random.nextInt(MESSAGES), PATIENCE);
        node.kill();
      }
      node.start();
      node.awaitReady();
      target.awaitDelivered(stored, PATIENCE);
      System.out.println(
          "push: " + stored.size() + " messages, " + target.requests() + " requests");
      assertThat(stored).hasSize(2 * MESSAGES * ROUNDS);
      assertThat(target.faults()).isEmpty();
    }
  }

  private static void subscribe(Requests server, PushTarget target) {
    JsonObject subscription =
        new JsonObject().put("url", target.url("/hook")).put("concurrency", 8);
    server.send("PUT", "/v1/topics/orders/subscription", subscription).join().requireOk();
  }

  private void put(Requests server, String path, String prefix, String url, Random random) {
    JsonArray batch = new JsonArray();
    for (int i = 0; i < MESSAGES; i++) {
      JsonObject message = new JsonObject()
          .put("id", prefix + i)
          .put("delay", random.nextInt(LONGEST_DELAY_MILLIS))
          .put("maxAttempts", "unlimited")
          .put("backoff", new JsonObject().put("fixed", "100ms"));
      batch.add(url == null ? message : message.put("url", url));
    }
    JsonArray results = server.send("POST", path, batch).join().requireOk().getJsonArray("results");
    for (int i = 0; i < MESSAGES; i++) {
      if (results.getJsonObject(i).getString("status").equals("stored")) {
        stored.add(prefix + i);
      }
    }
  }
}
