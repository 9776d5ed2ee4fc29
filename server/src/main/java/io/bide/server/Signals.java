package io.bide.server;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Hears the signals that ask a process to end. The first one asks; the second one does not ask again.
 *
 * <p>A shutdown hook would not do: it does not set the exit code, and it does not hear a second signal.
 * The JDK's own class for signals is looked up, because the compiler warns of its name and the warning
 * cannot be silenced for one class.
 */
final class Signals {
  private static final int EXIT_BY_SIGNAL = 128;

  private final CompletableFuture<String> first = new CompletableFuture<>();
  private final AtomicBoolean heard = new AtomicBoolean();

  private Signals() {}

  static Signals listen() {
    Signals signals = new Signals();
    try {
      signals.handle("TERM", 15);
      signals.handle("INT", 2);
    } catch (Throwable e) {
      throw new IllegalStateException("this Java cannot hear signals", e);
    }
    return signals;
  }

  /** Done with the first signal, with its name. */
  CompletableFuture<String> first() {
    return first;
  }

  private void handle(String name, int number) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Runnable hear = () -> hear(name, number);
    MethodHandle run = lookup
        .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
        .bindTo(hear);
    Object listener = MethodHandleProxies.asInterfaceInstance(
        handler, MethodHandles.dropArguments(run, 0, signal));
    Object subject = lookup
        .findConstructor(signal, MethodType.methodType(void.class, String.class))
        .invoke(name);
    var unused = lookup
        .findStatic(signal, "handle", MethodType.methodType(handler, signal, handler))
        .invoke(subject, listener);
  }

  private void hear(String name, int number) {
    if (heard.compareAndSet(false, true)) {
      first.complete("SIG" + name);
    } else {
      // Nothing is lost: what was answered is on the disk, as after any crash.
      Runtime.getRuntime().halt(EXIT_BY_SIGNAL + number);
    }
  }
}
