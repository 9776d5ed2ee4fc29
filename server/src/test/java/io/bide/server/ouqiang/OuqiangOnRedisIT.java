package io.bide.server.ouqiang;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Setting;
import io.bide.testing.redis.RedisProcess;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dialect of ouqiang over Redis, with one server and with two. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class OuqiangOnRedisIT implements OuqiangCases {
  private static RedisProcess redis;
  private static OuqiangServer server;

  @BeforeAll
  static void start(@TempDir Path directory) {
    redis = RedisProcess.start();
    server = new OuqiangServer(directory.resolve("data"), onRedis());
  }

  private static Map<Setting<?>, String> onRedis() {
    return Map.of(Catalogue.STORE, redis.url(), Catalogue.REDIS_TIMEOUT, "1m");
  }

  @AfterAll
  static void stop() {
    server.close();
    redis.close();
  }

  @Override
  public OuqiangServer server() {
    return server;
  }

  @Test
  void servers_thatShareARedis_leaveOneJobOfAnId(@TempDir Path directory) {
    try (OuqiangServer other = new OuqiangServer(directory, onRedis())) {
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        String job = OuqiangCases.job("both" + i % 3, "both", 1, "x");
        answers.add((i % 2 == 0 ? server : other).sending("POST", "/push", job));
      }
      answers.forEach(answer -> assertThat(answer.join().body()).isEqualTo(PUSHED));

      String topics = "both0,both1,both2";
      assertThat(other.send("POST", "/pop", "{\"topic\":\"" + topics + "\"}").body())
          .isEqualTo(OuqiangCases.popped("both", "x"));
      assertThat(server.send("POST", "/finish", "{\"id\":\"both\"}").body()).isEqualTo(DONE);
      assertThat(other.jobs(topics)).isZero();
    }
  }
}
