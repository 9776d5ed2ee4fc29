package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.dialect.Call;
import io.bide.dialect.Refusal;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever went wrong into a problem. */
final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  static void answer(Call call, Throwable failure) {
    problem(call, failure).answer(call);
  }

  private static Problem problem(Call call, Throwable failure) {
    if (failure instanceof Refusal refusal) {
      return Problem.of(refusal);
    }
    if (failure instanceof BideException error) {
      return Problem.of(error);
    }
    String reference = UUID.randomUUID().toString();
    log.error("{} failed, reference {}", call.request().method(), reference, failure);
    return Problem.internal(reference);
  }
}
