package io.bide.store.redis;

import io.bide.DelayQueue;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.store.redis.Servers.Kind;
import io.bide.testing.DelayQueueContract;
import io.bide.testing.ManualClock;
import io.bide.testing.StoreFixture;
import io.bide.testing.random.RandomSequencesContract;
import io.bide.testing.redis.RedisProcess.Version;
import io.bide.testing.store.StoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Every way Redis is run, in both versions; those that run every time are left out. */
@Tag("full")
class MatrixIT {
  /** The contract and the sequences on one kind of servers. */
  @TestInstance(Lifecycle.PER_CLASS)
  abstract static class On {
    private final Servers servers;

    On(Kind kind, Version version) {
      servers = Servers.of(kind, version);
    }

    RedisFixture newFixture(String url) {
      return new RedisFixture(url);
    }

    @BeforeAll
    void start() {
      servers.start();
    }

    @AfterAll
    void stop() {
      servers.stop();
    }

    @Nested
    class Contract extends StoreContract {
      @Override
      protected StoreFixture newFixture() {
        return On.this.newFixture(servers.url());
      }
    }

    @Nested
    class Queue extends DelayQueueContract {
      private Engine engine;

      @Override
      protected DelayQueue open(ManualClock clock) {
        Store store = newFixture(servers.url()).open(clock);
        engine = Engine.start(store, EngineConfig.DEFAULT, clock, clock);
        return engine;
      }

      @Override
      protected int waitingClaims() {
        return engine.waitingClaims();
      }
    }

    @Nested
    class Sequences extends RandomSequencesContract {
      @Override
      protected StoreFixture newFixture() {
        return On.this.newFixture(servers.url());
      }
    }
  }

  @Nested
  class Conditions6 extends ConditionsIT {
    @Override
    Version version() {
      return Version.V6_2;
    }
  }

  @Nested
  class ClusterWithPartitions7 extends On {
    ClusterWithPartitions7() {
      super(Kind.CLUSTER, Version.V7_0);
    }

    @Override
    RedisFixture newFixture(String url) {
      return RedisFixture.withPartitions(url);
    }
  }

  @Nested
  class Sentinel7 extends On {
    Sentinel7() {
      super(Kind.SENTINEL, Version.V7_0);
    }
  }

  @Nested
  class Standalone6 extends On {
    Standalone6() {
      super(Kind.STANDALONE, Version.V6_2);
    }
  }

  @Nested
  class Cluster6 extends On {
    Cluster6() {
      super(Kind.CLUSTER, Version.V6_2);
    }
  }

  @Nested
  class Sentinel6 extends On {
    Sentinel6() {
      super(Kind.SENTINEL, Version.V6_2);
    }
  }
}
