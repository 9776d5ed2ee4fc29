package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Delivery;
import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.store.ClaimRequest;
import io.bide.store.Store;
import io.bide.testing.Await;
import io.bide.testing.ManualClock;
import io.bide.testing.redis.Admin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The last of ten thousand items under one id costs what the first did: counted in commands of Redis. */
class MergeWorkIT {
  private static final int BATCH = 1_000;
  private static final int BATCHES = 10;

  /** How many scripts share the work is a matter of chance; what they do for each item is not. */
  private static final double SLACK = 1.2;

  private static final int FEW = 10;

  private static final Pattern CALLS = Pattern.compile("cmdstat_(\\S+?):calls=(\\d+)");

  @RegisterExtension
  static final Servers SERVERS = Servers.standalone();

  private static long commands() {
    Matcher calls = CALLS.matcher(Admin.ask(SERVERS.port(0), "INFO", "commandstats"));
    long all = 0;
    while (calls.find()) {
      all += Long.parseLong(calls.group(2));
    }
    return all;
  }

  private static long workOf(Runnable step) {
    long before = commands();
    step.run();
    return commands() - before;
  }

  private static void putBatch(Store store) {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      puts.add(Put.to(Use.TOPIC).id("key").body("item").merge(MergeOptions.KEEP).build());
    }
    Await.value(store.put(puts)).forEach(PutResult::requireStored);
  }

  private static void takeBatch(Store store) {
    ClaimRequest one = new ClaimRequest(1, BATCH, null, null);
    Delivery delivery = Await.value(store.claim(Use.TOPIC, List.of(one), 1 << 20))
        .grants()
        .get(0)
        .deliveries()
        .get(0);
    assertThat(delivery.message().items()).hasSize(BATCH);
    Await.value(store.settle(List.of(new Settle.Ack(delivery.requireReceipt()))));
  }

  private static void assertAlike(List<Long> all) {
    long least = Collections.min(all);
    assertThat(least).isPositive();
    assertThat(Collections.max(all)).isLessThanOrEqualTo((long) (least * SLACK) + FEW);
  }

  @Test
  void tenThousandItems_costTheSameEach_whenPutAndWhenTaken() {
    Admin.ask(SERVERS.port(0), "FLUSHALL");
    RedisConfig config =
        RedisConfig.at(SERVERS.url()).prefix("work:").timeout(Use.PATIENT).clock(new ManualClock());
    try (Store store = RedisStore.open(config)) {
      List<Long> puts = new ArrayList<>();
      List<Long> takes = new ArrayList<>();
      for (int i = 0; i < BATCHES; i++) {
        puts.add(workOf(() -> putBatch(store)));
      }
      for (int i = 0; i < BATCHES; i++) {
        takes.add(workOf(() -> takeBatch(store)));
      }
      assertAlike(puts);
      assertAlike(takes);
    }
  }
}
