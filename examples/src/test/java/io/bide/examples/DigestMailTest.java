package io.bide.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DelayQueue;
import io.bide.junit.BideClock;
import io.bide.junit.BideExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(240)
@ExtendWith(BideExtension.class)
class DigestMailTest {
  private static final String ANN = "ann@example.org";

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private DigestMail mails;

  @BeforeEach
  void open(DelayQueue queue) {
    mails = new DigestMail(
        queue,
        DigestMail.SILENCE,
        DigestMail.LONGEST,
        (reader, news) -> sent.add(reader + " " + news));
  }

  @AfterEach
  void stop() {
    mails.close();
  }

  @Test
  void everythingThatHappensInTime_isOneMail(BideClock clock) {
    mails.happened(ANN, "Bob accepted");
    clock.advance(Duration.ofMinutes(4));
    mails.happened(ANN, "Carol declined");
    mails.happened("bob@example.org", "Carol declined");

    clock.advance(Duration.ofMinutes(4));
    assertThat(sent).isEmpty();

    clock.advance(Duration.ofMinutes(1));
    assertThat(sent)
        .containsExactlyInAnyOrder(
            "ann@example.org [Bob accepted, Carol declined]", "bob@example.org [Carol declined]");
  }

  @Test
  void whatNeverEnds_isSentAfterAnHour(BideClock clock) {
    for (int minute = 0; minute < 60; minute++) {
      mails.happened(ANN, "at minute " + minute);
      clock.advance(Duration.ofMinutes(1));
    }

    assertThat(sent).hasSize(1);
    assertThat(sent.get(0)).contains("at minute 0,", "at minute 59]");
  }

  @Test
  void whatHappensAfterAMail_isInTheNextOne(BideClock clock) {
    mails.happened(ANN, "first");
    clock.advance(Duration.ofMinutes(5));
    mails.happened(ANN, "second");
    clock.advance(Duration.ofMinutes(5));

    assertThat(sent).containsExactly("ann@example.org [first]", "ann@example.org [second]");
  }
}
