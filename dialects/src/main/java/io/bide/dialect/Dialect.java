package io.bide.dialect;

import java.util.List;

/** A way to speak with the queue over HTTP: its routes, and how it says that something went wrong. */
public interface Dialect {
  /** One word, as used in settings and metrics. */
  String name();

  List<Route> routes();

  /**
   * Answers a call that failed.
   *
   * @param failure a {@link Refusal}, a {@link io.bide.BideException}, or a defect of ours
   */
  void fail(Call call, Throwable failure);
}
