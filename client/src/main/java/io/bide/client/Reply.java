package io.bide.client;

import io.bide.BideException;

/** What a server has answered. */
final class Reply {
  private final int status;
  private final byte[] body;
  private final boolean afterUnknown;

  private Reply(int status, byte[] body, boolean afterUnknown) {
    this.status = status;
    this.body = body;
    this.afterUnknown = afterUnknown;
  }

  Reply(int status, byte[] body) {
    this(status, body, false);
  }

  /** The same, to a request that was sent before, of which nobody can tell what became of it. */
  Reply withUnknownBefore() {
    return new Reply(status, body, true);
  }

  boolean afterUnknown() {
    return afterUnknown;
  }

  int status() {
    return status;
  }

  byte[] body() {
    return body;
  }

  boolean ok() {
    return status / 100 == 2;
  }

  /** The content of an answer that must be a success. */
  <T> T read(Json.Reader<T> reader) {
    if (!ok()) {
      throw problem().toException();
    }
    return Json.read(body, reader);
  }

  /** The content of an answer that is no success. */
  Problem problem() {
    return Problem.of(this);
  }

  /**
   * The content of a refusal that is an expected answer.
   *
   * @throws BideException when it is no such refusal
   */
  Problem refusal() {
    Problem problem = problem();
    if (status != 404 && status != 409) {
      throw problem.toException();
    }
    return problem;
  }
}
