package io.bide.dialect.exfe;

import io.bide.Body;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.Topic;
import io.bide.dialect.Call;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A push as a client sends it: the item is the body, all else stands in the query. */
final class Push {
  private static final Topic ANY = Topic.of("push");
  private static final long LATEST_SECOND = 253_402_300_799L;

  private final Call call;

  Push(Call call) {
    this.call = call;
  }

  Put to(Queue queue) {
    MergeOptions options = update();
    return Put.to(ANY)
        .id(queue.key())
        .body(Body.of(call.body().getBytes(), Body.JSON))
        .due(due())
        .merge(queue.apart() ? options.raw(true).itemsPerClaim(1) : options)
        .build();
  }

  private MergeOptions update() {
    String update = parameter("update");
    if (update == null || update.isEmpty() || update.equals("once")) {
      return MergeOptions.KEEP;
    }
    if (update.equals("always")) {
      return MergeOptions.MOVE;
    }
    throw Failures.bad("update(" + update + ") invalid: use always or once");
  }

  private Due due() {
    String ontime = parameter("ontime");
    if (ontime == null || ontime.isEmpty()) {
      return Due.now();
    }
    try {
      long second = Long.parseLong(ontime);
      if (second <= LATEST_SECOND) {
        return Due.at(Instant.ofEpochSecond(Math.max(0, second)));
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw Failures.bad("ontime(" + ontime + ") invalid: use a unix timestamp in seconds");
  }

  private @Nullable String parameter(String name) {
    List<String> all = call.query().getAll(name);
    return all.isEmpty() ? null : all.get(0);
  }
}
