package io.bide.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.DelayQueue;
import io.bide.ErrorCode;
import io.bide.Put;
import io.bide.State;
import io.bide.Topic;
import io.bide.client.BideClient;
import io.bide.server.auth.Action;
import io.bide.server.auth.ApiKey;
import io.bide.server.auth.KeyFile;
import io.bide.server.auth.Scope;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Settings;
import io.bide.testing.Await;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client with a whole server that has keys, as the documents show it. */
class ClientNodeIT {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String root = ApiKey.newSecret(RANDOM);
  private final String mailer = ApiKey.newSecret(RANDOM);

  @TempDir
  private Path directory;

  private Node node;

  @BeforeEach
  void start() throws Exception {
    Scope everything = new Scope(null, "", Set.of(Action.values()));
    Scope mails = new Scope(null, "mail.", Set.of(Action.PUT));
    new KeyFile(directory.resolve("auth.keys"))
        .change(none ->
            List.of(ApiKey.of("root", root, everything), ApiKey.of("mailer", mailer, mails)));
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.toString(), "test");
    node = Assembly.start(Settings.of(layer, Map.of()));
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private BideClient client(String key) {
    return BideClient.builder(node.address().toString()).apiKey(key).build();
  }

  private static ErrorCode failure(CompletableFuture<?> call) {
    return catchThrowableOfType(BideException.class, () -> Await.value(call)).code();
  }

  @Test
  void order_isPutThroughTheClient() {
    try (DelayQueue bide = client(root)) {
      bide.put(Put.to("orders")
              .id("order-4711")
              .body("close")
              .delay(Duration.ofMinutes(30))
              .build())
          .join();

      assertThat(Await.value(bide.peek(Topic.of("orders"), "order-4711"))
              .orElseThrow()
              .state())
          .isEqualTo(State.WAITING);
    }
  }

  @Test
  void key_thatIsMissingOrWrongOrLimited_isForbidden() {
    try (BideClient none = client(null);
        BideClient wrong = client("wrong");
        BideClient limited = client(mailer)) {
      assertThat(failure(none.peek(Topic.of("orders"), "i"))).isEqualTo(ErrorCode.FORBIDDEN);
      assertThat(failure(wrong.put(Put.to("orders").build()))).isEqualTo(ErrorCode.FORBIDDEN);
      assertThat(failure(limited.claim(Claim.from("mail.out")))).isEqualTo(ErrorCode.FORBIDDEN);
      assertThat(Await.value(limited.put(Put.to("mail.out").build())).stored()).isTrue();
      assertThat(catchThrowableOfType(
                  BideException.class,
                  () -> Await.value(limited.put(Put.to("orders").build())).requireStored())
              .code())
          .isEqualTo(ErrorCode.FORBIDDEN);
    }
  }
}
