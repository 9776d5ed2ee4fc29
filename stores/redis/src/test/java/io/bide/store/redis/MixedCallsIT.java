package io.bide.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Due;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.store.Store;
import io.bide.testing.Await;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls of which one part goes the short way through the script and the other the long way. */
class MixedCallsIT {
  /** So many that the clock of Redis goes on in the middle of one of them. */
  private static final int CALLS = 1_000;

  @RegisterExtension
  static final Servers SERVERS = Servers.standalone();

  @Test
  void putsOfOneCall_areAnsweredWithWhatIsStored() {
    try (Store store = RedisStore.open(RedisConfig.at(SERVERS.url()).timeout(Use.PATIENT))) {
      Use.put(store, "first"); // A topic that is there goes the short way.
      for (int i = 0; i < CALLS; i++) {
        Put plain = Use.message("plain" + i);
        Put urgent =
            Put.to(Use.TOPIC).id("urgent" + i).body("x").due(Due.front()).build();
        PutResult.Stored answer =
            Await.value(store.put(List.of(plain, urgent))).get(0).requireStored();
        Message stored = Await.value(store.peek(Use.TOPIC, plain.requireId())).orElseThrow();
        assertThat(answer.created()).isEqualTo(stored.created());
        assertThat(answer.due()).isEqualTo(stored.due());
      }
    }
  }
}
