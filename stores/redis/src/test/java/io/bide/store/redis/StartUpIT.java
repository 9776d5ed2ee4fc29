package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.PutResult;
import io.bide.store.Store;
import io.bide.store.redis.Servers.Kind;
import io.bide.testing.Await;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is looked at when the store is opened, and what the URL says. */
class StartUpIT {
  private static void refused(String url, String... words) {
    assertThatThrownBy(() -> RedisStore.open(RedisConfig.at(url)))
        .isInstanceOfSatisfying(BideException.class, e -> {
          assertThat(e.code()).isEqualTo(ErrorCode.INVALID);
          assertThat(e.getMessage()).contains(words);
        });
  }

  @Test
  void open_ofARedisThatEvicts_isRefused() {
    try (RedisProcess redis = RedisProcess.start("--maxmemory-policy", "allkeys-lru")) {
      refused(redis.url(), "allkeys-lru", "noeviction");
    }
  }

  @Test
  void open_ofAClusterAsASingleServer_isRefused() {
    Servers cluster = Servers.of(Kind.CLUSTER, RedisProcess.Version.V7_0);
    try {
      cluster.start();
      refused("redis://127.0.0.1:" + cluster.port(0), "redis-cluster://");
    } finally {
      cluster.stop();
    }
  }

  @Test
  void open_ofASingleServerAsACluster_isRefused() {
    try (RedisProcess redis = RedisProcess.start()) {
      assertThatThrownBy(
              () -> RedisStore.open(RedisConfig.at("redis-cluster://127.0.0.1:" + redis.port())))
          .isInstanceOf(BideException.class);
    }
  }

  @Test
  void open_withoutTheRights_namesThem() {
    try (RedisProcess redis = RedisProcess.start()) {
      Admin.ask(
          redis.port(),
          "ACL",
          "SETUSER",
          "bide",
          "on",
          ">secret",
          "~bide:*",
          "&bide:*",
          "+@all",
          "-zadd");

      refused("redis://bide:secret@127.0.0.1:" + redis.port(), "docs/stores/redis.md");
    }
  }

  @Test
  void open_asAUserWithTheRightsOfThePage_works() {
    try (RedisProcess redis = RedisProcess.start()) {
      String set = Admin.ask(
          redis.port(),
          "ACL",
          "SETUSER",
          "bide",
          "on",
          ">secret",
          "resetchannels",
          "~bide:*",
          "&bide:*",
          "+@read",
          "+@write",
          "+@scripting",
          "+@pubsub",
          "+@connection",
          "+info",
          "+time",
          "+wait",
          "-@dangerous",
          "+info");
      assertThat(set).isEqualTo("OK");

      try (Store store =
          RedisStore.open(RedisConfig.at("redis://bide:secret@127.0.0.1:" + redis.port()))) {
        assertThat(Use.put(store, "1")).isInstanceOf(PutResult.Stored.class);
        assertThat(Use.ack(store, Use.claim(store, 1).get(0)).ok()).isTrue();
        assertThat(Await.value(store.topics(null, 10)).items()).containsExactly(Use.TOPIC);
      }
    }
  }

  @Test
  void open_withAWrongPassword_saysSoAndHidesIt() {
    try (RedisProcess redis = RedisProcess.start("--requirepass", "right")) {
      assertThatThrownBy(
              () -> RedisStore.open(RedisConfig.at("redis://:wrong@127.0.0.1:" + redis.port())))
          .isInstanceOfSatisfying(BideException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(e.getMessage()).contains("password").doesNotContain("wrong@");
          });
    }
  }

  @Test
  void database_isTakenFromTheUrl() {
    try (RedisProcess redis = RedisProcess.start("--requirepass", "right");
        Store store =
            RedisStore.open(RedisConfig.at("redis://:right@127.0.0.1:" + redis.port() + "/3"));
        Admin admin = new Admin(redis.port())) {
      Use.put(store, "1");
      admin.ask("AUTH", "right");

      assertThat(admin.ask("DBSIZE")).isEqualTo(0L);
      admin.ask("SELECT", "3");
      assertThat((Long) admin.ask("DBSIZE")).isPositive();
    }
  }

  @Test
  void prefix_keepsStoresApart() {
    try (RedisProcess redis = RedisProcess.start();
        Store one = RedisStore.open(RedisConfig.at(redis.url()).prefix("one:"));
        Store two = RedisStore.open(RedisConfig.at(redis.url()).prefix("two:"))) {
      Use.put(one, "1");

      assertThat(Use.claim(two, 1)).isEmpty();
      assertThat(Use.claim(one, 1)).hasSize(1);
      assertThat(Admin.ask(redis.port(), "KEYS", "*"))
          .contains("one:{default:orders:0}")
          .doesNotContain("two:{default");
    }
  }

  @Test
  void open_withAnotherNumberOfPartitions_isRefused() {
    try (RedisProcess redis = RedisProcess.start()) {
      RedisConfig config = RedisConfig.at(redis.url());
      try (Store store = RedisStore.open(config.partitions(4).prefix("four:"))) {
        Use.put(store, "1");
      }
      try (Store store = RedisStore.open(config.prefix("one:"))) {
        Use.put(store, "1");
      }
      try (Store again = RedisStore.open(config.partitions(4).prefix("four:"))) {
        assertThat(Use.claim(again, 1)).hasSize(1);
      }

      assertThatThrownBy(() -> RedisStore.open(config.prefix("four:")))
          .isInstanceOf(BideException.class)
          .hasMessageContaining("set partitions to 4");
      assertThatThrownBy(() -> RedisStore.open(config.partitions(2).prefix("one:")))
          .isInstanceOf(BideException.class)
          .hasMessageContaining("set partitions to 1");
    }
  }

  @Test
  void tls_isUsedAndTheCertificateIsChecked() throws URISyntaxException {
    Path certificate =
        Path.of(StartUpIT.class.getResource("tls/certificate.pem").toURI());
    Path key = Path.of(StartUpIT.class.getResource("tls/key.pem").toURI());
    int tlsPort = RedisProcess.freePort();
    try (RedisProcess redis = RedisProcess.start(
        "--tls-port", Integer.toString(tlsPort),
        "--tls-cert-file", certificate.toString(),
        "--tls-key-file", key.toString(),
        "--tls-auth-clients", "no")) {
      String url = "rediss://127.0.0.1:" + tlsPort;
      assertThat(redis.port()).isNotEqualTo(tlsPort);
      assertThatThrownBy(() -> RedisStore.open(RedisConfig.at(url)))
          .isInstanceOf(BideException.class);

      try (Store store = RedisStore.open(RedisConfig.at(url).authorities(certificate))) {
        assertThat(Use.put(store, "1")).isInstanceOf(PutResult.Stored.class);
      }
    }
  }
}
