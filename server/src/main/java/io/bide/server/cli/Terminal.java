package io.bide.server.cli;

import io.bide.SystemTime;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Ansi;

/**
 * Everything that a command knows of the world besides its arguments and its server.
 *
 * @param colours whether {@code out} shows colours
 * @param zone in which times are read and shown
 * @param clock for words like "in 2h"
 */
public record Terminal(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean colours,
    ZoneId zone,
    InstantSource clock,
    Map<String, String> environment,
    Pause pause) {

  /** How a command that follows something waits before it looks again. */
  @FunctionalInterface
  public interface Pause {
    /**
     * Waits.
     *
     * @throws InterruptedException when the command shall end
     */
    void await(Duration time) throws InterruptedException;
  }

  public Terminal {
    environment = Map.copyOf(environment);
  }

  /** This process: its streams in UTF-8 whatever the locale, for bodies are; its zone, its clock. */
  public static Terminal ofThisProcess(Map<String, String> environment) {
    return new Terminal(
        System.in,
        utf8(FileDescriptor.out),
        utf8(FileDescriptor.err),
        Ansi.AUTO.enabled(),
        TimeZone.getDefault().toZoneId(),
        SystemTime.clock(),
        environment,
        Terminal::await);
  }

  private static PrintStream utf8(FileDescriptor stream) {
    return new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
  }

  private static void await(Duration time) throws InterruptedException {
    boolean woken = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
    assert !woken : "nobody counts it down";
  }
}
