package io.bide.engine.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Backoff;
import io.bide.Endpoint;
import io.bide.Event;
import io.bide.PushReport.Outcome;
import io.bide.Put;
import io.bide.ServiceDirectory;
import io.bide.ServiceDirectory.Instance;
import io.bide.State;
import io.bide.Subscription;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that go to whichever instance of a service takes them. */
class ServiceTest extends PushFixture {
  private List<Instance> registered = List.of(instance("a", "digest"), instance("b", "digest"));

  private static Instance instance(String host, String types) {
    return new Instance(
        "mailer",
        host,
        URI.create("http://" + host + ":80/"),
        Map.of(ServiceDirectory.TYPES, types));
  }

  @BeforeEach
  void startWithADirectory() {
    directory = new ServiceDirectory() {
      @Override
      public CompletableFuture<List<Instance>> instances(String service) {
        return CompletableFuture.completedFuture(service.equals("mailer") ? registered : List.of());
      }

      @Override
      public CompletableFuture<Map<String, List<Instance>>> all() {
        return CompletableFuture.completedFuture(Map.of("mailer", registered));
      }
    };
    start(PushConfig.DEFAULT);
    subscribe(Subscription.of(ORDERS, new Endpoint.Service("POST", "mailer", "digest", "/work")));
  }

  private List<String> hosts() {
    return courier.letters().stream().map(letter -> letter.url().getHost()).toList();
  }

  @Test
  void messages_goToTheInstancesInTurns() {
    put("1");
    put("2");

    assertThat(hosts()).containsExactlyInAnyOrder("a", "b");
    assertThat(courier.last().url().getPath()).isEqualTo("/work");
    assertThat(courier.last().instance()).isTrue();
  }

  @Test
  void instanceThatFails_isSkippedInTheSameAttempt() {
    courier.answer(letter -> FakeCourier.status(letter.url().getHost().equals("a") ? 500 : 200));
    String id = put("1");

    assertThat(stateOf(id)).isEqualTo(State.DONE);
    assertThat(peek(ORDERS, id).attempts()).isEqualTo(1);
  }

  @Test
  void allInstancesFail_oneAttemptHasTriedEachOnce() {
    courier.answer(500);
    String id = put(Put.to(ORDERS).backoff(Backoff.fixed(MINUTE)));

    assertThat(hosts()).containsExactlyInAnyOrder("a", "b");
    assertThat(stateOf(id)).isEqualTo(State.WAITING);
  }

  @Test
  void instanceThatIsGone_doesNotSpeakForTheService() {
    courier.answer(410);
    String id = put(Put.to(ORDERS).backoff(Backoff.fixed(MINUTE)));

    assertThat(stored().enabled()).isTrue();
    assertThat(told(Event.Pushed.class).get(0).report().outcome()).isEqualTo(Outcome.REJECTED);
    courier.answer(200);
    clock.advance(MINUTE);
    assertThat(stateOf(id)).isEqualTo(State.DONE);
  }

  @Test
  void type_isMatchedExactly() {
    registered = List.of(instance("a", "digest-weekly, weekly-digest"));
    String id = put("1");

    assertThat(courier.count()).isZero();
    assertThat(stateOf(id)).isEqualTo(State.WAITING);
  }

  @Test
  void noInstance_isTriedAgainUntilThereIsOne() {
    registered = List.of();
    String id = put(Put.to(ORDERS).backoff(Backoff.fixed(MINUTE)));
    clock.advance(MINUTE);
    assertThat(stateOf(id)).isEqualTo(State.WAITING);

    registered = List.of(instance("late", "other, digest"));
    clock.advance(MINUTE);

    assertThat(hosts()).containsExactly("late");
    assertThat(stateOf(id)).isEqualTo(State.DONE);
  }

  @Test
  void noInstance_isDeadAfterTheLastAttempt() {
    registered = List.of();
    String id = put(Put.to(ORDERS).backoff(Backoff.fixed(SECOND)).maxAttempts(3));

    clock.advance(MINUTE);

    assertThat(stateOf(id)).isEqualTo(State.DEAD);
  }
}
