package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.function.Consumer;

/** One run of a command: its server on one side, its user on the other. */
final class Session {
  private final Terminal terminal;
  private final Remote remote;
  private final Paths paths;
  private final boolean json;

  Session(Terminal terminal, Remote remote, Paths paths, boolean json) {
    this.terminal = terminal;
    this.remote = remote;
    this.paths = paths;
    this.json = json;
  }

  Answer send(Request request) {
    return remote.send(request);
  }

  Paths paths() {
    return paths;
  }

  Terminal terminal() {
    return terminal;
  }

  boolean json() {
    return json;
  }

  Times times() {
    return new Times(terminal);
  }

  Paint paint() {
    return new Paint(terminal.colours());
  }

  /** Shows the answer as it is if that was asked for, else in words. */
  void show(Answer answer, Consumer<JsonObject> words) {
    if (json) {
      say(answer.text());
    } else {
      words.accept(answer.json());
    }
  }

  void say(String line) {
    terminal.out().println(line);
  }

  /** What does not belong to the result: warnings, and hints how to go on. */
  void remark(String line) {
    terminal.err().println(line);
  }
}
