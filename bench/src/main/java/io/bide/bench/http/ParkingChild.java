package io.bide.bench.http;

import io.bide.bench.bed.Child;
import java.io.IOException;

/** Long polls held by a {@link Parking} process. */
final class ParkingChild implements AutoCloseable {
  /** Until the server has read what was sent. */
  private static final int ARRIVE_SECONDS = 2;

  private final Child process;

  private ParkingChild(Child process) {
    this.process = process;
  }

  static ParkingChild start(Target target, String topic, int polls) throws IOException {
    Child process = Child.start(Child.java(
        Parking.class.getName(),
        target.host(),
        String.valueOf(target.port()),
        target.dialect().toString(),
        topic,
        String.valueOf(polls)));
    // Not as an argument, which everybody on the machine could read.
    process.say(target.key());
    return new ParkingChild(process);
  }

  /** Returns when all polls wait at the server. */
  void park() {
    process.say(Parking.PARK);
    process.hear(Parking.PARKED);
    Pause.seconds(ARRIVE_SECONDS);
  }

  /** Returns when all polls have gone. */
  void leave() {
    process.say(Parking.LEAVE);
    process.hear(Parking.LEFT);
    Pause.seconds(ARRIVE_SECONDS);
  }

  @Override
  public void close() {
    process.close();
  }
}
