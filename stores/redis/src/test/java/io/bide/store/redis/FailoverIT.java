package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.Topic;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.store.redis.RedisConfig.Durability;
import io.bide.store.redis.Servers.Kind;
import io.bide.testing.Await;
import io.bide.testing.redis.RedisProcess.Version;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A master is killed: another server takes its place, and what was confirmed is there. */
@Tag("full")
class FailoverIT {
  private static final int TOPICS = 9;
  private static final int BEFORE = 90;
  private static final int AFTER = 18;

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SENTINEL", "CLUSTER_WITH_REPLICAS"})
  void master_killed_losesNothingThatWasConfirmed(Kind kind) {
    Servers servers = Servers.of(kind, Version.V7_0);
    try {
      servers.start();
      RedisConfig config = RedisConfig.at(servers.url());
      // Where the master is killed nobody is left to confirm anything: there a store goes on that
      // does not ask.
      try (Store confirming = RedisStore.open(config.durability(Durability.REPLICATED));
          Store store = RedisStore.open(config)) {
        for (int i = 0; i < BEFORE; i++) {
          put(confirming, i);
        }
        servers.server(0).kill();
        for (int i = BEFORE; i < BEFORE + AFTER; i++) {
          put(store, i);
        }
        assertThat(claimAll(store)).hasSize(BEFORE + AFTER).doesNotHaveDuplicates();
      }
    } finally {
      servers.stop();
    }
  }

  private static void put(Store store, int i) {
    Put put = Put.to("t" + i % TOPICS).id("m" + i).token("t" + i).build();
    Servers.until("message " + i + " is stored", () -> {
      ErrorCode code = Use.failure(store.put(List.of(put)));
      if (code != null) {
        assertThat(code).isIn(ErrorCode.UNAVAILABLE, ErrorCode.UNKNOWN);
      }
      return code == null;
    });
  }

  private static List<String> claimAll(Store store) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < TOPICS; i++) {
      Use.untilReady(store, Topic.of("t" + i));
      ClaimRequest request = new ClaimRequest(100, 1, null, null);
      Await.value(store.claim(Topic.of("t" + i), List.of(request), 1 << 20))
          .grants()
          .get(0)
          .deliveries()
          .forEach(delivery -> found.add(delivery.message().id()));
    }
    return found;
  }
}
