package io.bide.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Message;
import io.bide.State;
import io.bide.junit.BideExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(240)
class PaymentNoticesTest {
  private static final String ORDER = "order-4711";

  @RegisterExtension
  final BideExtension bide = new BideExtension();

  private final List<Duration> sent = new CopyOnWriteArrayList<>();
  private final List<String> givenUp = new CopyOnWriteArrayList<>();
  private int listensAt = Integer.MAX_VALUE;
  private PaymentNotices notices;

  @BeforeEach
  void open() {
    notices = new PaymentNotices(bide.queue(), PaymentNotices.SCHEDULE, this::hear, givenUp::add);
  }

  @AfterEach
  void stop() {
    notices.close();
  }

  private boolean hear(String notice) {
    assertThat(notice).isEqualTo("paid: order-4711");
    sent.add(Duration.between(BideExtension.DEFAULT_START, bide.clock().instant()));
    return sent.size() == listensAt;
  }

  @Test
  void notices_toAShopThatNeverListens_comeAtTheTimesOfTheScheduleAndEnd() {
    notices.paid(ORDER);

    bide.clock().advance(Duration.ofDays(2));

    assertThat(sent)
        .containsExactly(
            Duration.ZERO,
            Duration.ofMinutes(2),
            Duration.ofMinutes(12),
            Duration.ofMinutes(22),
            Duration.ofMinutes(82),
            Duration.ofMinutes(202),
            Duration.ofMinutes(562),
            Duration.ofMinutes(1_462));
    assertThat(givenUp).containsExactly(ORDER);
    Message letter = bide.queue().peek(PaymentNotices.TOPIC, ORDER).join().orElseThrow();
    assertThat(letter.state()).isEqualTo(State.DEAD);
    assertThat(letter.attempts()).isEqualTo(8);
  }

  @Test
  void notices_toAShopThatListens_endThere() {
    listensAt = 2;
    notices.paid(ORDER);

    bide.clock().advance(Duration.ofDays(2));

    assertThat(sent).containsExactly(Duration.ZERO, Duration.ofMinutes(2));
    assertThat(givenUp).isEmpty();
  }
}
