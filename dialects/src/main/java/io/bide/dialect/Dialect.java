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

  /**
   * The beginnings of paths, such as {@code /camellia}, that are this dialect's own: what has no route
   * there is refused in its words. None by default: then another dialect says that there is nothing.
   */
  default List<String> grounds() {
    return List.of();
  }

  /** The largest request it takes. By default whatever the server takes, which is the most in any case. */
  default int maxRequestBytes() {
    return Integer.MAX_VALUE;
  }

  /** Ends what it has running besides requests; by default nothing. Blocks until done. */
  default void close() {}
}
