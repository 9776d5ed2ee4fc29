package io.bide.server.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.Body;
import io.bide.engine.push.AddressPolicy;
import io.bide.engine.push.Courier.Letter;
import io.bide.engine.push.Courier.Reply;
import io.bide.engine.push.Courier.Undelivered;
import io.bide.engine.push.Destinations;
import io.bide.engine.push.Names;
import io.bide.engine.push.Network;
import io.bide.testing.Await;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls over real connections. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class VertxCourierIT {
  private static final AddressPolicy LOOPBACK =
      new AddressPolicy(List.of(Network.parse("127.0.0.0/8")));
  private static final Duration LONG = Duration.ofSeconds(60);

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = Receiver.start();

  @AfterEach
  void close() {
    receiver.close();
    Await.value(vertx.close().toCompletionStage().toCompletableFuture());
  }

  private VertxCourier courier(Names names, AddressPolicy policy) {
    return new VertxCourier(vertx, new Destinations(names, policy));
  }

  private VertxCourier courier() {
    return courier(new VertxNames(vertx), LOOPBACK);
  }

  /** Leads each time to the next one of these, and then always to the last. */
  private static Names changing(String... addresses) {
    Deque<String> left = new ArrayDeque<>(Arrays.asList(addresses));
    return host -> {
      String now = left.size() > 1 ? left.remove() : left.element();
      return CompletableFuture.completedFuture(List.of(address(now)));
    };
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getAllByName(text)[0];
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Letter letter(String url, Duration timeout) {
    return new Letter(
        "PUT",
        URI.create(url),
        Map.of("content-type", "text/plain", "X-A", "1"),
        Body.text("hello"),
        false,
        timeout);
  }

  private static void fails(CompletableFuture<Reply> reply, Undelivered.Why why) {
    assertThatThrownBy(() -> Await.value(reply))
        .isInstanceOfSatisfying(
            Undelivered.class, error -> assertThat(error.why()).isEqualTo(why));
  }

  @Test
  void request_arrivesAsItWasWritten() throws Exception {
    receiver.answer(request ->
        request.response().setStatusCode(503).putHeader("Retry-After", "7").end("busy"));
    Reply reply = Await.value(courier().send(letter(receiver.url("/a%20b?c=d%26"), LONG)));

    assertThat(reply).isEqualTo(new Reply(503, "7"));
    Receiver.Received received = receiver.next();
    assertThat(received.method()).isEqualTo("PUT");
    assertThat(received.uri()).isEqualTo("/a%20b?c=d%26");
    assertThat(received.body()).isEqualTo("hello");
    assertThat(received.headers())
        .containsEntry("x-a", "1")
        .containsEntry("host", "127.0.0.1:" + receiver.port());
  }

  @Test
  void name_isToldToTheReceiverAndNotResolvedAgain() throws Exception {
    // The second answer would be refused; it is never asked for.
    VertxCourier courier = courier(changing("127.0.0.1", "10.0.0.1"), LOOPBACK);
    String url = "http://receiver.example.com:" + receiver.port() + "/";

    assertThat(Await.value(courier.send(letter(url, LONG))).status()).isEqualTo(200);
    assertThat(receiver.next().headers())
        .containsEntry("host", "receiver.example.com:" + receiver.port());
  }

  @Test
  void nameThatLeadsElsewhereLater_isRefusedThen() {
    VertxCourier courier = courier(changing("127.0.0.1", "10.0.0.1", "169.254.169.254"), LOOPBACK);
    String url = "http://receiver.example.com:" + receiver.port() + "/";

    assertThat(Await.value(courier.send(letter(url, LONG))).status()).isEqualTo(200);
    fails(courier.send(letter(url, LONG)), Undelivered.Why.FORBIDDEN);
    fails(courier.send(letter(url, LONG)), Undelivered.Why.FORBIDDEN);
    assertThat(receiver.all()).hasSize(1);
  }

  @Test
  void loopback_isRefusedByDefault() {
    fails(
        courier(new VertxNames(vertx), AddressPolicy.DEFAULT).send(letter(receiver.url("/"), LONG)),
        Undelivered.Why.FORBIDDEN);
    assertThat(receiver.all()).isEmpty();
  }

  @Test
  void redirect_isNotFollowed() {
    receiver.answer(request -> request
        .response()
        .setStatusCode(307)
        .putHeader("Location", receiver.url("/elsewhere"))
        .end());

    assertThat(Await.value(courier().send(letter(receiver.url("/"), LONG))).status())
        .isEqualTo(307);
    assertThat(receiver.all()).hasSize(1);
  }

  @Test
  void receiverThatDoesNotAnswer_timesOut() {
    receiver.answer(request -> {});
    fails(
        courier().send(letter(receiver.url("/"), Duration.ofMillis(100))),
        Undelivered.Why.TIMED_OUT);
  }

  @Test
  void nobodyThere_isUnreachable() {
    fails(courier().send(letter("http://127.0.0.1:1/", LONG)), Undelivered.Why.UNREACHABLE);
  }

  @Test
  void nameThatIsNotKnown_isUnreachable() {
    VertxCourier courier =
        courier(host -> CompletableFuture.failedFuture(new IOException("no such host")), LOOPBACK);
    fails(courier.send(letter("http://nowhere.example.com/", LONG)), Undelivered.Why.UNREACHABLE);
  }

  @Test
  void addressThatCannotBeReached_isNotTheLastOne() {
    // Nobody listens on the first one.
    Names both = host ->
        CompletableFuture.completedFuture(List.of(address("127.0.0.2"), address("127.0.0.1")));
    String url = "http://both.example.com:" + receiver.port() + "/";

    assertThat(Await.value(courier(both, LOOPBACK).send(letter(url, LONG))).status())
        .isEqualTo(200);
  }

  @Test
  void answerThatNeverEnds_isOneAllTheSame() {
    receiver.answer(request -> {
      request.response().setChunked(true).setStatusCode(200);
      for (int i = 0; i < 100; i++) {
        request.response().write("x".repeat(10_000));
      }
    });
    VertxCourier courier = courier();

    assertThat(Await.value(courier.send(letter(receiver.url("/"), LONG))).status())
        .isEqualTo(200);
    receiver.answer(204);
    assertThat(Await.value(courier.send(letter(receiver.url("/"), LONG))).status())
        .isEqualTo(204);
  }

  @Test
  void answerWhoseBodyDoesNotCome_costsTheConnectionWhenTheTimeIsUp() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    receiver.answer(request -> {
      request.connection().closeHandler(end -> closed.complete(null));
      request.response().setChunked(true).write("x");
    });

    Reply reply = Await.value(courier().send(letter(receiver.url("/"), Duration.ofSeconds(5))));
    assertThat(reply.status()).isEqualTo(200);
    Await.value(closed);
  }

  @Test
  void localhost_isResolved() {
    String url = "http://localhost:" + receiver.port() + "/";
    assertThat(Await.value(courier().send(letter(url, LONG))).status()).isEqualTo(200);
  }
}
