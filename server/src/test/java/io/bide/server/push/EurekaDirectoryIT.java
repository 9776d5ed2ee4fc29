package io.bide.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.ServiceDirectory.Instance;
import io.bide.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is made of the answers of a registry, also of odd ones, and of none. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class EurekaDirectoryIT {
  private final Vertx vertx = Vertx.vertx();
  private final Receiver registry = Receiver.start();
  private final AtomicLong nanos = new AtomicLong();
  private EurekaDirectory directory;

  @BeforeEach
  void open() {
    directory = new EurekaDirectory(vertx, URI.create(registry.url("/eureka")), nanos::get);
  }

  @AfterEach
  void close() {
    registry.close();
    Await.value(vertx.close().toCompletionStage().toCompletableFuture());
  }

  private static JsonObject instance(String address, Object port) {
    return new JsonObject()
        .put("instanceId", address)
        .put("ipAddr", address)
        .put("status", "UP")
        .put("port", new JsonObject().put("$", port).put("@enabled", "true"))
        .put("securePort", new JsonObject().put("$", 8443).put("@enabled", "false"))
        .put("metadata", new JsonObject().put("delay-queue:task", "close, remind"));
  }

  private void registers(Object instances) {
    JsonObject application = new JsonObject().put("name", "SHOP").put("instance", instances);
    String answer = new JsonObject()
        .put("applications", new JsonObject().put("application", application))
        .encode();
    registry.answer(request -> request.response().end(answer));
  }

  private List<String> addresses(String service) {
    return Await.value(directory.instances(service)).stream()
        .map(found -> found.address().toString())
        .toList();
  }

  private void later() {
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
  }

  @Test
  void instances_areFoundByTheNameInAnyCase_withTheirTypes() throws Exception {
    registers(new JsonArray().add(instance("10.0.0.1", 8080)).add(instance("10.0.0.2", 8081)));

    assertThat(addresses("Shop")).containsExactly("http://10.0.0.1:8080", "http://10.0.0.2:8081");
    assertThat(registry.next().uri()).isEqualTo("/eureka/apps");
    Instance one = Await.value(directory.instances("shop")).get(0);
    assertThat(one.types()).containsExactlyInAnyOrder("close", "remind");
    assertThat(addresses("other")).isEmpty();
  }

  @Test
  void oneInstance_isNotInAnArray() {
    registers(instance("10.0.0.1", 8080));
    assertThat(addresses("shop")).containsExactly("http://10.0.0.1:8080");
  }

  @Test
  void secureInstance_isCalledSo_andAddressesOfSixAreBracketed() {
    JsonObject secure = instance("fd00::1", 8080);
    secure.getJsonObject("securePort").put("@enabled", "true");
    registers(secure);
    assertThat(addresses("shop")).containsExactly("https://[fd00::1]:8443");
  }

  @Test
  void instanceThatCannotBeCalled_isLeftOut_andTheOthersStay() {
    registers(new JsonArray()
        .add(instance("no address", 8080))
        .add(instance("10.0.0.3", "none"))
        .add(instance("10.0.0.4", 8080).put("metadata", "nonsense"))
        .add(instance("10.0.0.5", 8080).put("status", "DOWN"))
        .add(instance("10.0.0.1", 8080)));
    assertThat(addresses("shop")).containsExactly("http://10.0.0.1:8080");
  }

  @Test
  void registryThatFails_leavesWhatItSaidLast_untilItAnswersAgain() {
    registers(instance("10.0.0.1", 8080));
    assertThat(addresses("shop")).hasSize(1);
    later();
    registry.answer(500);
    assertThat(addresses("shop")).containsExactly("http://10.0.0.1:8080");
    later();
    registry.answer(request -> request.response().end("no json"));
    assertThat(addresses("shop")).containsExactly("http://10.0.0.1:8080");

    later();
    registers(new JsonArray());
    assertThat(addresses("shop")).isEmpty();
  }

  @Test
  void registryThatNeverAnswered_knowsNobody() {
    registry.answer(503);
    assertThat(addresses("shop")).isEmpty();
    assertThat(Await.value(directory.all())).isEmpty();
  }

  @Test
  void answer_isGoodForAFewSeconds() {
    registers(instance("10.0.0.1", 8080));
    addresses("shop");
    addresses("other");
    assertThat(registry.all()).hasSize(1);
    later();
    addresses("shop");
    assertThat(registry.all()).hasSize(2);
  }
}
