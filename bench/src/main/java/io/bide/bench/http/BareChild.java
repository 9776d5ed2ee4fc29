package io.bide.bench.http;

import io.bide.bench.bed.Child;
import java.io.IOException;

/** A {@link Bare} server in a process of its own. */
final class BareChild implements AutoCloseable {
  private final Child process;
  private final Target target;

  private BareChild(Child process, Target target) {
    this.process = process;
    this.target = target;
  }

  static BareChild start(int loops) throws IOException {
    Child process = Child.start(Child.java(Bare.class.getName(), String.valueOf(loops)));
    return new BareChild(process, Target.local(Integer.parseInt(process.hear("port"))));
  }

  Target target() {
    return target;
  }

  @Override
  public void close() {
    process.close();
  }
}
