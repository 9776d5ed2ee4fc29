package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.BideException;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A client of ouqiang's dialect that knows what became of its ids, of which nobody else makes use: it pushes,
 * finishes, deletes and gets, one after the other. A request that was not answered is repeated when the server
 * is back; until then the id may be as it was before or as it should be after it.
 */
final class OuqiangClient implements Runnable {
  static final List<String> TOPICS = List.of("a", "b", "c");

  private static final int TTR_SECONDS = 3_600;

  private final Requests server;
  private final List<String> ids;
  private final Random random;
  private final Map<String, Job> jobs = new HashMap<>();
  private @Nullable Change unanswered;
  private int pushed;
  private final AtomicInteger answered = new AtomicInteger();
  private volatile boolean stopped;

  /** A job as it was pushed. */
  record Job(String topic, String body) {}

  /** What is to happen to an id: a new job, or its end. */
  private record Change(String id, @Nullable Job job, String path) {}

  OuqiangClient(URI server, List<String> ids, long seed) {
    this.server = new Requests(server);
    this.ids = ids;
    this.random = new Random(seed);
  }

  /** Works until the server is gone. */
  @Override
  public void run() {
    stopped = false;
    try {
      recover();
      while (!stopped) {
        step();
      }
    } catch (CompletionException e) {
      // The server is gone; what was asked last is repeated in the next round.
      if (!(e.getCause() instanceof BideException)) {
        throw e;
      }
    }
  }

  void stop() {
    stopped = true;
  }

  /** The id must be as it was or as it should be; then the change is made for certain. */
  void recover() {
    Change change = unanswered;
    if (change != null) {
      assertThat(get(change.id()))
          .as("%s after %s was cut off", change.id(), change.path())
          .isIn(jobs.get(change.id()), change.job());
      make(change);
    }
  }

  private void step() {
    String id = ids.get(random.nextInt(ids.size()));
    switch (random.nextInt(6)) {
      case 0 -> make(new Change(id, null, "/finish"));
      case 1 -> make(new Change(id, null, "/delete"));
      case 2 -> assertThat(get(id)).as(id).isEqualTo(jobs.get(id));
      default -> {
        String topic = TOPICS.get(random.nextInt(TOPICS.size()));
        make(new Change(id, new Job(topic, id + " is job " + ++pushed), "/push"));
      }
    }
  }

  private void make(Change change) {
    unanswered = change;
    JsonObject request = new JsonObject().put("id", change.id());
    if (change.job() != null) {
      request
          .put("topic", change.job().topic())
          .put("body", change.job().body())
          .put("delay", 1)
          .put("ttr", TTR_SECONDS);
    }
    JsonObject answer = ask(change.path(), request);
    assertThat(answer.getInteger("code")).as("%s: %s", change, answer).isZero();
    jobs.put(change.id(), change.job());
    unanswered = null;
    answered.incrementAndGet();
  }

  private @Nullable Job get(String id) {
    JsonObject data = ask("/get", new JsonObject().put("id", id)).getJsonObject("data");
    return data == null ? null : new Job(data.getString("topic"), data.getString("body"));
  }

  private JsonObject ask(String path, JsonObject request) {
    return server.send("POST", path, request).join().json();
  }

  /** How many changes were answered. */
  int answered() {
    return answered.get();
  }

  /** The bodies of the jobs that must be there, if nothing is unanswered. */
  List<String> bodies() {
    assertThat(unanswered).isNull();
    List<String> bodies = new ArrayList<>();
    jobs.forEach((id, job) -> {
      assertThat(get(id)).as(id).isEqualTo(job);
      if (job != null) {
        bodies.add(job.body());
      }
    });
    return bodies;
  }
}
