package io.bide.dialect.ouqiang;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DelayQueue;
import io.bide.Records;
import io.bide.dialect.FakeCall;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pushes of one id through several servers, whose steps come in every order. */
class MeetingTest extends Fixture {
  private static final int MOST_ROUNDS = 40;

  /** A server whose every step waits until it is let go. */
  private final class Server {
    private final Queue<Runnable> steps = new ArrayDeque<>();
    private final OuqiangDialect dialect = dialect(slowed(Records.class, engine.records()));
    private final DelayQueue queue = slowed(DelayQueue.class, engine);

    CompletableFuture<FakeCall.Answer> push(String topic) {
      byte[] json = job(topic, "a", 10, topic).getBytes(StandardCharsets.UTF_8);
      return new FakeCall(dialect, queue, json).send("/push");
    }

    private <T> T slowed(Class<T> type, T target) {
      return type.cast(Proxy.newProxyInstance(
          type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            CompletableFuture<Object> later = new CompletableFuture<>();
            steps.add(() -> later.complete(invoke(() -> method.invoke(target, args))));
            return later;
          }));
    }

    void step() {
      Runnable next = steps.poll();
      if (next != null) {
        next.run();
      }
    }
  }

  /** A call through reflection. */
  @FunctionalInterface
  private interface Reflective {
    Object call() throws ReflectiveOperationException;
  }

  private static Object invoke(Reflective call) {
    try {
      return ((CompletableFuture<?>) call.call()).join();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a step cannot be taken", e);
    }
  }

  private List<Server> servers(int count) {
    List<Server> servers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      servers.add(new Server());
    }
    return servers;
  }

  private void leavesOneJob(String order, List<CompletableFuture<FakeCall.Answer>> answers) {
    assertThat(answers).as(order).allSatisfy(answer -> {
      assertThat(answer).isDone();
      assertThat(answer.join().body()).isEqualTo(PUSHED);
    });
    assertThat(get("a")).contains("\"id\":\"a\"");
    advance(10);
    assertThat(pop("t,u,v")).contains("\"id\":\"a\"");
    assertThat(ask("/finish", "{\"id\":\"a\"}")).isEqualTo(DONE);
    advance(100);
    assertThat(pop("t,u,v")).isEqualTo(DONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void pushes_thatGoStepByStepInTurns_areAllAnswered(int count) {
    List<String> topics = List.of("t", "u", "v");
    for (int before = 0; before < count; before++) {
      push(topics.get(before), "a", 10);
      List<Server> servers = servers(count);
      List<CompletableFuture<FakeCall.Answer>> answers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        answers.add(servers.get(i).push(topics.get(i)));
      }
      for (int round = 0; round < MOST_ROUNDS; round++) {
        servers.forEach(Server::step);
      }
      leavesOneJob("in turns", answers);
    }
  }

  @Test
  void pushes_inAnyOrder_areAllAnsweredAndNeverLeaveTwo() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int run = 0; run < 300; run++) {
      List<Server> servers = servers(2);
      List<CompletableFuture<FakeCall.Answer>> answers =
          List.of(servers.get(0).push("t"), servers.get(1).push("u"));
      while (servers.stream().anyMatch(server -> !server.steps.isEmpty())) {
        servers.get(random.nextInt(2)).step();
      }
      leavesOneJob("seed " + seed, answers);
    }
  }
}
