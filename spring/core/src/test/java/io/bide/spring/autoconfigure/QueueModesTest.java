package io.bide.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DelayQueue;
import io.bide.client.BideClient;
import io.bide.engine.Engine;
import io.bide.spring.QueueHealth;
import io.bide.store.redis.RedisStore;
import io.bide.store.rocksdb.RocksStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.FilteredClassLoader;

class QueueModesTest {
  @TempDir
  Path directory;

  @Test
  void start_withoutProperties_isAClientOfTheLocalServer() {
    StandingTime.bare().run(context -> {
      assertThat(context.getBean(DelayQueue.class)).isInstanceOf(BideClient.class);
      assertThat(context.getBean(DelayQueue.class))
          .hasToString("BideClient[http://127.0.0.1:9277]");
      assertThat(context).hasSingleBean(QueueHealth.class);
    });
  }

  @Test
  void start_severalServers_areAllKnown() {
    StandingTime.bare()
        .withPropertyValues("bide.remote.urls=http://a:1,https://b:2", "bide.remote.api-key=secret")
        .run(context -> {
          assertThat(context.getBean(DelayQueue.class))
              .hasToString("BideClient[http://a:1, https://b:2]");
          assertThat(context.getBean(BideProperties.class).toString()).doesNotContain("secret");
        });
  }

  @Test
  void start_wrongServer_isRefused() {
    StandingTime.bare()
        .withPropertyValues("bide.remote.urls=nonsense")
        .run(context ->
            assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("nonsense"));
  }

  @Test
  void start_embedded_isAnEngineThatIsClosedWithTheApplication() {
    StandingTime.bare()
        .withPropertyValues("bide.mode=embedded", "bide.embedded.data=" + directory.resolve("a"))
        .run(context -> assertThat(context.getBean(DelayQueue.class)).isInstanceOf(Engine.class));
    StandingTime.bare()
        .withPropertyValues("bide.mode=embedded", "bide.embedded.data=" + directory.resolve("a"))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void start_embeddedWithoutItsParts_saysWhatToAdd() {
    refusesWithout(Engine.class, "bide-engine");
    refusesWithout(RocksStore.class, "bide-stores-rocksdb");
    refusesWithout(RedisStore.class, "bide-stores-redis", "bide.embedded.store=redis://a:1");
  }

  private static void refusesWithout(Class<?> part, String artifact, String... properties) {
    StandingTime.bare()
        .withPropertyValues("bide.mode=embedded")
        .withPropertyValues(properties)
        .withClassLoader(new FilteredClassLoader(part))
        .run(context -> assertThat(context.getStartupFailure())
            .rootCause()
            .hasMessageContainingAll(artifact, "add it"));
  }

  @Test
  void start_contradictions_areRefused() {
    refuses("rocksdb", "bide.embedded.durability=async");
    refuses("store", "bide.embedded.store=oracle");
    refuses("Redis", "bide.embedded.store=redis://127.0.0.1:1", "bide.embedded.durability=synced");
  }

  private static void refuses(String word, String... properties) {
    StandingTime.bare()
        .withPropertyValues("bide.mode=embedded")
        .withPropertyValues(properties)
        .run(context ->
            assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(word));
  }

  @Test
  void start_none_hasNoQueue() {
    StandingTime.bare()
        .withPropertyValues("bide.mode=none")
        .run(context -> assertThat(context)
            .hasNotFailed()
            .doesNotHaveBean(DelayQueue.class)
            .doesNotHaveBean(QueueHealth.class));
  }
}
