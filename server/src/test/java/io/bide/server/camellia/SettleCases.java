package io.bide.server.camellia;

import static io.bide.server.camellia.CamelliaBench.found;
import static io.bide.server.camellia.CamelliaBench.list;
import static io.bide.server.camellia.CamelliaBench.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Acknowledging, giving back, deleting, looking; and how a life ends. */
interface SettleCases extends CamelliaBench {
  @Test
  default void ack_ofAPulledMessage_endsIt() {
    send("a", 0);
    pull();

    ack("a", true).is(SUCCESS);

    look("a").is(found(message("a", 0, 1, 4)));
    ack("a", true).is(SUCCESS);
    look("a").is(found(message("a", 0, 1, 4)));
  }

  @Test
  default void ack_ofAnythingElse_succeedsToo() {
    ack("nothing", true).is(SUCCESS);
    look("nothing").is(NO_MESSAGE);

    send("waiting", 1_000);
    ack("waiting", true).is(SUCCESS);
    assertStatus("waiting", 4);

    send("deleted", 1_000);
    client().call("deleteMsg", "topic=t&msgId=deleted");
    ack("deleted", true).is(SUCCESS);
    assertStatus("deleted", 4);
  }

  @Test
  default void ack_afterTheTimeout_endsIt() {
    send("a", 0);
    pull();
    pass(Duration.ofSeconds(31));
    assertStatus("a", 2);

    ack("a", true).is(SUCCESS);

    assertStatus("a", 4);
    pull().is(EMPTY_LIST);
  }

  @Test
  default void ack_ofWhatHasExpiredOrIsDead_makesItDone() {
    client().call("sendMsg", "topic=t&msg=x&delayMillis=0&msgId=expired&ttlMillis=1000");
    pass(Duration.ofSeconds(1));
    assertStatus("expired", 5);
    ack("expired", true).is(SUCCESS);
    assertStatus("expired", 4);

    client().call("sendMsg", "topic=t&msg=x&delayMillis=0&msgId=dead&maxRetry=0");
    pull();
    pass(Duration.ofSeconds(30));
    assertStatus("dead", 6);
    ack("dead", true).is(SUCCESS);
    assertStatus("dead", 4);
  }

  @Test
  default void giveBack_ofAPulledMessage_makesItReadyAtOnce() {
    send("a", 0);
    pull();

    ack("a", false).is(SUCCESS);

    look("a").is(found(message("a", 0, 1, 2)));
    pull().is(list(message("a", 0, 2, 3)));
  }

  @Test
  default void giveBack_ofAnythingElse_changesNothing() {
    ack("nothing", false).is(SUCCESS);
    pull().is(EMPTY_LIST);

    send("a", 1_000);
    ack("a", false).is(SUCCESS);
    look("a").is(found(message("a", 1_000, 0, 1)));
    pull().is(EMPTY_LIST);

    client().call("deleteMsg", "topic=t&msgId=a");
    ack("a", false).is(SUCCESS);
    assertStatus("a", 7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"topic=&msgId=a", "topic=t&msgId="})
  default void settle_withAnEmptyName_isRefused(String form) {
    client().call("ackMsg", form + "&ack=true").is(WRONG);
    client().call("ackMsg", form + "&ack=false").is(WRONG);
    client().call("deleteMsg", form).is(WRONG);
    client().call("deleteMsg", form + "&release=true").is(WRONG);
    client().call("getMsg", form).is("{\"code\":400,\"msg\":null,\"delayMsg\":null}");
  }

  @Test
  default void delete_ofALiveMessage_keepsItForTheRetention() {
    send("a", 1_000);
    client().call("deleteMsg", "topic=t&msgId=a").is(SUCCESS);

    look("a").is(found(message("a", 1_000, 0, 7)));
    pass(Duration.ofMillis(299_999));
    look("a").is(found(message("a", 1_000, 0, 7)));
    pass(Duration.ofMillis(1));
    look("a").is(NO_MESSAGE);
  }

  @Test
  default void delete_ofAPulledMessage_takesItAway() {
    send("a", 0);
    pull();
    client().call("deleteMsg", "topic=t&msgId=a&release=").is(SUCCESS);

    assertStatus("a", 7);
    pass(Duration.ofSeconds(30));
    pull().is(EMPTY_LIST);
  }

  @Test
  default void delete_ofWhatHasEndedOrIsUnknown_saysSo() {
    client().call("deleteMsg", "topic=t&msgId=a").is(UNKNOWN);
    send("a", 0);
    ack("a", true);

    client().call("deleteMsg", "topic=t&msgId=a").is(UNKNOWN);

    assertStatus("a", 4);
  }

  @Test
  default void release_ofALiveMessage_leavesNoTrace() {
    send("a", 1_000);

    client().call("deleteMsg", "topic=t&msgId=a&release=true").is(SUCCESS);

    look("a").is(NO_MESSAGE);
  }

  @Test
  default void release_ofAnEndedMessage_removesItAndSaysThatItWasNotThere() {
    client().call("deleteMsg", "topic=t&msgId=a&release=true").is(UNKNOWN);
    send("a", 0);
    ack("a", true);

    client().call("deleteMsg", "topic=t&msgId=a&release=1").is(UNKNOWN);

    look("a").is(NO_MESSAGE);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  default void message_isPulledOnceMoreThanItsRetriesAndIsDeadThen(int maxRetry) {
    client().call("sendMsg", "topic=t&msg=x&delayMillis=0&msgId=a&maxRetry=" + maxRetry);
    for (int retry = 1; retry <= maxRetry + 1; retry++) {
      assertThat(pull().field("retry")).isEqualTo(Integer.toString(retry));
      pass(Duration.ofMillis(29_999));
      assertStatus("a", 3);
      pass(Duration.ofMillis(1));
    }

    look("a").is(found(message("t", "a", "x", 0, 3_600_000, maxRetry, maxRetry + 1, 6)));
    pull().is(EMPTY_LIST);
    pass(Duration.ofMillis(299_999));
    assertStatus("a", 6);
    pass(Duration.ofMillis(1));
    look("a").is(NO_MESSAGE);
  }

  @Test
  default void message_givenBackAfterItsLastRetry_isDead() {
    client().call("sendMsg", "topic=t&msg=x&delayMillis=0&msgId=a&maxRetry=0");
    pull();

    ack("a", false).is(SUCCESS);

    assertStatus("a", 6);
  }

  @Test
  default void message_thatWasNeverPulled_expires() {
    client().call("sendMsg", "topic=t&msg=x&delayMillis=1000&msgId=a&ttlMillis=500");
    pass(Duration.ofMillis(1_499));
    assertStatus("a", 2);
    pass(Duration.ofMillis(1));

    look("a").is(found(message("t", "a", "x", 1_000, 500, 10, 0, 5)));
    pull().is(EMPTY_LIST);
  }

  @Test
  default void message_thatWasPulledBeforeItExpired_isDead() {
    client().call("sendMsg", "topic=t&msg=x&delayMillis=0&msgId=a&ttlMillis=500");
    client().call("pullMsg", "topic=t&ackTimeoutMillis=100");
    pass(Duration.ofMillis(500));

    assertStatus("a", 6);
  }

  @Test
  default void message_thatExpiresWhileItIsConsumed_canBeAcknowledged() {
    client().call("sendMsg", "topic=t&msg=x&delayMillis=0&msgId=a&ttlMillis=500");
    pull();
    pass(Duration.ofSeconds(10));
    assertStatus("a", 3);

    ack("a", true).is(SUCCESS);

    assertStatus("a", 4);
  }

  @Test
  default void endedMessage_isShownWithItsTextForTheRetention() {
    send("a", 0);
    ack("a", true);

    pass(Duration.ofMillis(299_999));
    look("a").is(found(message("a", 0, 0, 4)));
    pass(Duration.ofMillis(1));
    look("a").is(NO_MESSAGE);
  }
}
