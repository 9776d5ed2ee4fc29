package io.bide.bench.bed;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another process, for as long as it is measured; ended when closed, and together with this one. */
public final class Child implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 15;

  private final Process process;
  private final BufferedReader output;
  private final BufferedWriter input;
  private final Thread atExit;

  private Child(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
    this.input = process.outputWriter(StandardCharsets.UTF_8);
    this.atExit = new Thread(process::destroyForcibly, "bide-bench-child");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Starts a command that is talked with by {@link #say} and {@link #hear}. */
  public static Child start(List<String> command) throws IOException {
    return new Child(new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start());
  }

  /** Starts a command that writes to a file. */
  public static Child start(List<String> command, Path log) throws IOException {
    return new Child(new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start());
  }

  /** The command that runs a class of this class path on a JVM with the options of this one. */
  public static List<String> java(String mainClass, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(arguments));
    return command;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends it a line. */
  public void say(String line) {
    try {
      input.write(line);
      input.newLine();
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for a line that begins with a word, and returns what comes after it; others are logs. */
  public String hear(String word) {
    try {
      String last = "nothing";
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(word)) {
          return line.substring(word.length()).strip();
        }
        last = line;
      }
      throw new IllegalStateException("the child ended; it said " + last);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it without asking. */
  public void kill() {
    process.toHandle().destroyForcibly();
  }

  /** Asks it to end, and makes it end when it does not. */
  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    process.toHandle().destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        kill();
        process.waitFor();
      }
    } catch (InterruptedException e) {
      kill();
      throw new IllegalStateException("nobody interrupts a benchmark", e);
    }
  }
}
