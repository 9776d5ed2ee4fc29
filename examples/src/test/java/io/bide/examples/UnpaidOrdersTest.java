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
class UnpaidOrdersTest {
  private final List<String> closed = new CopyOnWriteArrayList<>();
  private UnpaidOrders orders;

  @BeforeEach
  void open(DelayQueue queue) {
    orders = new UnpaidOrders(queue, UnpaidOrders.TIME_TO_PAY, closed::add);
  }

  @AfterEach
  void stop() {
    orders.close();
  }

  @Test
  void anOrderThatIsNotPaid_isClosedAfterHalfAnHour(BideClock clock) {
    orders.placed("4711");

    clock.advance(Duration.ofMinutes(30).minusMillis(1));
    assertThat(closed).isEmpty();

    clock.advance(Duration.ofMillis(1));
    assertThat(closed).containsExactly("4711");
  }

  @Test
  void anOrderThatIsPaid_isNotClosed(BideClock clock) {
    orders.placed("4711");
    clock.advance(Duration.ofMinutes(29));

    assertThat(orders.pay("4711")).isTrue();

    clock.advance(Duration.ofDays(1));
    assertThat(closed).isEmpty();
  }

  @Test
  void anOrderThatIsClosed_cannotBePaid(BideClock clock) {
    orders.placed("4711");
    clock.advance(Duration.ofMinutes(30));

    assertThat(orders.pay("4711")).isFalse();
  }
}
