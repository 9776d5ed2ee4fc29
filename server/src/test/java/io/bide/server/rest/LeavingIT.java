package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Message;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller that leaves frees its place at once and swallows nothing. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class LeavingIT implements RestBench {
  private static final Topic ORDERS = Topic.of("orders");
  private static final String WAIT = "{\"wait\":\"60s\"}";
  private static final String CLAIM =
      "POST " + CLAIMS + " HTTP/1.1\r\nContent-Length: " + WAIT.length() + "\r\n\r\n" + WAIT;

  /** Claims whose answer has been given by the queue, but has not come as far as the dialect. */
  private final HeldClaims held = new HeldClaims();

  private final RestServer server = RestServer.inMemory(Duration.ofSeconds(10), held::over);
  private final RestClient client = new RestClient(server.port());

  @Override
  public RestServer server() {
    return server;
  }

  @Override
  public RestClient client() {
    return client;
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void poll_whoseCallerLeaves_isUnparkedAtOnce(boolean reset) {
    Wire wire = new Wire(server.port());
    wire.send(CLAIM);
    awaitParked(1);

    leave(wire, reset);

    awaitParked(0);
    put("{\"id\":\"a\"}");
    peek("a").has("/state", "ready").has("/attempts", 0);
  }

  @Test
  void polls_whoseCallersLeave_leaveTheOthersAlone() {
    List<Wire> wires = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      wires.add(new Wire(server.port()).send(CLAIM));
    }
    awaitParked(20);
    wires.subList(0, 19).forEach(Wire::close);
    awaitParked(1);

    put("{\"id\":\"a\"}");

    assertThat(wires.get(19).reply().body()).contains("\"id\":\"a\"", "\"attempt\":1,");
    wires.get(19).close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void claim_whoseCallerLeavesWhileItIsServed_isTakenBack(boolean reset) {
    put("{\"id\":\"a\"}");
    held.hold();
    Wire wire = new Wire(server.port());
    wire.send(CLAIM);
    Runnable letGo = held.next();
    assertThat(peek(State.LEASED).attempts()).isEqualTo(1);

    leave(wire, reset);
    awaitConnections(0);
    letGo.run();

    assertThat(peek(State.READY).attempts()).isZero();
    Claimed again = Await.value(server.engine().claim(Claim.from(ORDERS)));
    assertThat(again.deliveries().get(0).message().attempts()).isEqualTo(1);
  }

  @Test
  void claim_whoseCallerStays_isHandedOut() {
    put("{\"id\":\"a\"}");
    held.hold();
    try (Wire wire = new Wire(server.port())) {
      wire.send(CLAIM);
      held.next().run();

      assertThat(wire.reply().body()).contains("\"id\":\"a\"");
      assertThat(peek(State.LEASED).attempts()).isEqualTo(1);
    }
  }

  @Test
  void claims_ofCallersThatComeAndGo_loseNothing() {
    for (int round = 0; round < 100; round++) {
      Wire wire = new Wire(server.port());
      wire.send(CLAIM);
      var unused = server.engine().put(Put.to(ORDERS).id("m" + round).build());
      leave(wire, round % 2 == 0);
    }

    // Some of those who left are heard later than others: what they got comes back with its lease.
    Set<String> ids = new HashSet<>();
    while (ids.size() < 100) {
      assertThat(Thread.currentThread().isInterrupted())
          .as("got only %s", ids.size())
          .isFalse();
      server.clock().advance(Duration.ofSeconds(31));
      claimForLong().forEach(message -> assertThat(ids.add(message.id())).isTrue());
    }
  }

  private List<Message> claimForLong() {
    Claim claim = Claim.from(ORDERS).max(200).lease(Duration.ofDays(1));
    return Await.value(server.engine().claim(claim)).messages();
  }

  private static void leave(Wire wire, boolean reset) {
    if (reset) {
      wire.reset();
    } else {
      wire.close();
    }
  }

  private Message peek(State expected) {
    Message message = Await.value(server.engine().peek(ORDERS, "a")).orElseThrow();
    while (message.state() != expected && !Thread.currentThread().isInterrupted()) {
      message = Await.value(server.engine().peek(ORDERS, "a")).orElseThrow();
    }
    assertThat(message.state()).isEqualTo(expected);
    return message;
  }

  /** The client of the bench keeps its connections; the bare ones are counted. */
  private void awaitConnections(int bare) {
    while (server.front().connections() - 1 > bare) {
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError(server.front().connections() + " connections are left");
      }
      Thread.onSpinWait();
    }
  }
}
