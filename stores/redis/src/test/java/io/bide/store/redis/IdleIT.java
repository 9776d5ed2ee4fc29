package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Put;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.store.Store;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.redis.Admin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What three nodes together ask of Redis while nothing happens. */
class IdleIT {
  private static final int NODES = 3;
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Pattern CALLS = Pattern.compile("cmdstat_evalsha:calls=(\\d+)");

  @RegisterExtension
  static final Servers SERVERS = Servers.standalone();

  private final ManualClock clock = new ManualClock();
  private final List<Store> nodes = new ArrayList<>();

  @BeforeEach
  void open() {
    RedisConfig config =
        RedisConfig.at(SERVERS.url()).prefix("idle:").timeout(Use.PATIENT).clock(clock);
    Admin.ask(SERVERS.port(0), "FLUSHALL");
    for (int i = 0; i < NODES; i++) {
      nodes.add(RedisStore.open(config));
    }
  }

  @AfterEach
  void close() {
    nodes.forEach(Store::close);
  }

  private static long scripts() {
    String stats = Admin.ask(SERVERS.port(0), "INFO", "commandstats");
    Matcher calls = CALLS.matcher(stats);
    return calls.find() ? Long.parseLong(calls.group(1)) : 0;
  }

  /** One message for tomorrow in each topic, put at different times. */
  private void putInto(int topics) {
    for (int i = 0; i < topics; i++) {
      Put put = Put.to("topic" + i).id("1").delay(Duration.ofDays(1)).build();
      Await.value(nodes.get(i % NODES).put(List.of(put)));
      sweep(Duration.ofSeconds(7));
    }
  }

  /** Lets every node do in this time what its engine would make it do. */
  private void sweep(Duration time) {
    for (long second = 0; second < time.toSeconds(); second++) {
      for (Store node : nodes) {
        Await.value(node.sweep(EngineConfig.DEFAULT_SWEEP_BUDGET));
      }
      clock.advance(EngineConfig.DEFAULT_SWEEP_INTERVAL);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void topics_thatNobodyWaitsOn_costLessThanOneScriptInTwentySeconds(int topics) {
    putInto(topics);
    long before = scripts();

    sweep(HOUR);

    double each = (double) (scripts() - before) / topics / HOUR.toSeconds();
    System.out.printf("%.4f scripts/s for each of %d topics%n", each, topics);
    assertThat(each).isLessThanOrEqualTo(0.05).isGreaterThanOrEqualTo(1.0 / 61);
  }

  @Test
  void turnsOfANodeThatIsGone_areTakenByTheOthers() {
    putInto(1);
    sweep(HOUR);
    nodes.remove(0).close();
    nodes.remove(0).close();
    long before = scripts();

    sweep(RedisConfig.DEFAULT_SWEEP_PERIOD.multipliedBy(4));

    assertThat(scripts()).isGreaterThan(before + 1);
  }

  @Test
  void topic_thatAllNodesWaitOn_costsLessThanOneScriptPerSecond() {
    Duration time = EngineConfig.DEFAULT_MAX_WAIT.minusSeconds(1);
    List<Engine> engines = new ArrayList<>();
    List<CompletableFuture<Claimed>> claims = new ArrayList<>();
    for (Store node : nodes) {
      Engine engine = Engine.start(node, EngineConfig.DEFAULT, clock, clock);
      engines.add(engine);
      claims.add(engine.claim(Claim.from(Use.TOPIC).waiting(EngineConfig.DEFAULT_MAX_WAIT)));
      Servers.until("it waits", () -> engine.waitingClaims() == 1);
    }
    untilAllTasksAreSet();
    long before = scripts();

    for (long second = 0; second < time.toSeconds(); second++) {
      clock.advance(Duration.ofSeconds(1));
      untilAllTasksAreSet();
    }

    double each = (double) (scripts() - before) / time.toSeconds();
    System.out.printf("%.4f scripts/s for a topic that %d nodes wait on%n", each, NODES);
    assertThat(each).isLessThanOrEqualTo(1).isGreaterThanOrEqualTo(0.2 * NODES * 0.9);
    assertThat(claims).noneMatch(CompletableFuture::isDone);
    engines.forEach(Engine::close);
  }

  /** Each node waits for three times: that of its next look, of its next sweep, and the end of its claim. */
  private void untilAllTasksAreSet() {
    Servers.until("every node waits for its time", () -> clock.waiting() == 3 * NODES);
  }
}
