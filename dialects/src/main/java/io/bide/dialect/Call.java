package io.bide.dialect;

import io.bide.Claimed;
import io.bide.DelayQueue;
import io.bide.Topic;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request, read in full, and its answer. Used on the event loop of its connection only; {@link
 * #then} comes back to it.
 */
public interface Call {
  HttpServerRequest request();

  /** What stood in the path in place of a <code>{name}</code>, decoded. */
  String path(String name);

  /** The parameters of the query, decoded. */
  MultiMap query();

  Buffer body();

  /** The queue as this caller may use it: what its key does not allow fails with {@code FORBIDDEN}. */
  DelayQueue queue();

  /** Whether the caller has this right for a topic; for what is not done through {@link #queue()}. */
  boolean may(Right right, Topic topic);

  /** Goes on when the future is done; its failure goes to {@link Dialect#fail}. */
  <T> void then(CompletableFuture<T> future, Consumer<? super T> next);

  /**
   * Goes on with what was claimed. A caller that leaves takes its claim back at once; what was claimed
   * for it before it left is unclaimed.
   */
  void handOut(CompletableFuture<Claimed> claim, Consumer<Claimed> next);

  /** Adds a header to the answer to come. */
  void header(CharSequence name, CharSequence value);

  /** The one answer. A caller that has left gets none, which is not an error. */
  void answer(int status, @Nullable CharSequence contentType, Buffer body);
}
