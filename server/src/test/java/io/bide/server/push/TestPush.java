package io.bide.server.push;

import io.bide.engine.Engine;
import io.bide.engine.push.AddressPolicy;
import io.bide.engine.push.Courier;
import io.bide.engine.push.Destinations;
import io.bide.engine.push.PushConfig;
import io.bide.engine.push.Pusher;
import io.bide.testing.ManualClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A pusher beside a queue in which time stands still. It calls nobody: receivers whose host begins with
 * {@code fail} answer 500, the others 200, and every name leads to a public address.
 */
public final class TestPush {
  private TestPush() {}

  public static Pusher start(Engine engine, ManualClock clock) {
    Pusher pusher = new Pusher(
        new Pusher.Parts(
            engine,
            engine.records(),
            engine::tell,
            TestPush::answer,
            new Destinations(TestPush::address, AddressPolicy.DEFAULT),
            null,
            clock,
            clock,
            () -> ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant())),
        PushConfig.DEFAULT);
    engine.followDue(pusher::due);
    pusher.start();
    return pusher;
  }

  private static CompletableFuture<Courier.Reply> answer(Courier.Letter letter) {
    int status = letter.url().getHost().startsWith("fail") ? 500 : 200;
    return CompletableFuture.completedFuture(new Courier.Reply(status, null));
  }

  private static CompletableFuture<List<InetAddress>> address(String host) {
    try {
      return CompletableFuture.completedFuture(List.of(InetAddress.getByName("93.184.216.34")));
    } catch (UnknownHostException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
