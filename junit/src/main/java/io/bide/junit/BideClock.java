package io.bide.junit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The clock of a test's queue: it stands still until it is moved. {@code clock.withZone(zone)} is a
 * {@link java.time.Clock} for code that wants one.
 *
 * <p>Moving it lets everything happen that would have happened meanwhile, each thing at its own time and
 * to its end: what becomes due is handed out to claims that wait, workers handle it, what they put is
 * stored and handled in turn, leases end, retries come, dead letters are told. It returns when the time
 * has come and nothing is under way any more. So a test neither sleeps nor polls.
 */
public final class BideClock implements InstantSource {
  private final Agenda agenda;
  private final Quiet quiet;

  BideClock(Agenda agenda, Quiet quiet) {
    this.agenda = agenda;
    this.quiet = quiet;
  }

  @Override
  public Instant instant() {
    return agenda.instant();
  }

  /**
   * Moves the clock on.
   *
   * @throws IllegalArgumentException for a negative time
   * @throws IllegalStateException if a handler does not come to its end within half a minute
   */
  public void advance(Duration by) {
    advanceTo(instant().plus(by));
  }

  /**
   * Moves the clock on to a time.
   *
   * @throws IllegalArgumentException for a time that has passed
   * @throws IllegalStateException if a handler does not come to its end within half a minute
   */
  public void advanceTo(Instant time) {
    if (time.isBefore(instant())) {
      throw new IllegalArgumentException(
          "it is " + instant() + " already; a clock is not set back to " + time);
    }
    quiet.await();
    for (Optional<Instant> next = agenda.next(time); next.isPresent(); next = agenda.next(time)) {
      agenda.moveTo(next.get());
      quiet.await();
    }
    agenda.moveTo(time);
    quiet.sweep();
  }

  /**
   * Waits until everything that is due now has been handled. The clock stands still.
   *
   * @throws IllegalStateException if a handler does not come to its end within half a minute
   */
  public void settle() {
    advance(Duration.ZERO);
  }
}
