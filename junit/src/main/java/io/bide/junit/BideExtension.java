package io.bide.junit;

import io.bide.DelayQueue;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a queue of its own whose clock stands still until the test moves it, so that what
 * takes half an hour is tested in milliseconds.
 *
 * <pre>{@code
 * @ExtendWith(BideExtension.class)
 * class OrdersTest {
 *   @Test
 *   void anUnpaidOrder_isClosed(DelayQueue queue, BideClock clock) {
 *     Orders orders = new Orders(queue);    // starts a worker
 *     orders.place("4711");
 *     clock.advance(Duration.ofMinutes(30));
 *     assertThat(orders.isOpen("4711")).isFalse();
 *   }
 * }
 * }</pre>
 *
 * <p>It can also be a field with {@code @RegisterExtension}, and be asked for its {@link #queue()} and
 * {@link #clock()}; where tests of one class run at the same time, the field must not be static.
 *
 * <p>The queue is the one that applications embed, on a store in a temporary directory that is gone
 * after the test. Workers on it run by its clock.
 */
public final class BideExtension
    implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
  /** When the clock of a test starts, if nothing else is said. */
  public static final Instant DEFAULT_START = Instant.parse("2030-01-01T00:00:00Z");

  private final Instant start;
  private volatile @Nullable Bed current;

  public BideExtension() {
    this(DEFAULT_START);
  }

  private BideExtension(Instant start) {
    this.start = start;
  }

  /** The clock of each test starts at this time. */
  public static BideExtension startingAt(Instant start) {
    return new BideExtension(start);
  }

  /**
   * The queue of the test that runs.
   *
   * @throws IllegalStateException if none does
   */
  public DelayQueue queue() {
    return bed().queue();
  }

  /**
   * The clock of the test that runs.
   *
   * @throws IllegalStateException if none does
   */
  public BideClock clock() {
    return bed().clock();
  }

  private Bed bed() {
    Bed bed = current;
    if (bed == null) {
      throw new IllegalStateException("there is a queue only while a test runs, from @BeforeEach to"
          + " @AfterEach; the field needs @RegisterExtension");
    }
    return bed;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    Bed bed = Bed.make(start);
    context.getStore(namespace()).put(Bed.class, bed);
    current = bed;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    current = null;
    Bed bed = context.getStore(namespace()).remove(Bed.class, Bed.class);
    if (bed != null) {
      bed.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    // Constructors and @BeforeAll come before there is a queue.
    return context.getTestMethod().isPresent()
        && context.getStore(namespace()).get(Bed.class) != null
        && (type == DelayQueue.class || type == BideClock.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Bed bed = Objects.requireNonNull(context.getStore(namespace()).get(Bed.class, Bed.class));
    return parameter.getParameter().getType() == BideClock.class ? bed.clock() : bed.queue();
  }

  private Namespace namespace() {
    return Namespace.create(BideExtension.class, this);
  }
}
