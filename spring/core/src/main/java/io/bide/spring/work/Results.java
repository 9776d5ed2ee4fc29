package io.bide.spring.work;

import io.bide.worker.Outcome;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What it means that a listener has returned something. */
final class Results {
  private Results() {}

  /** Why a method may not return this; absent if it may. */
  static @Nullable String problem(Type type, boolean batch, boolean acknowledges) {
    if (type == void.class || type == Void.class || isA(type, CompletionStage.class)) {
      return null;
    }
    boolean outcome = type == Outcome.class || (batch && isListOfOutcomes(type));
    if (outcome && acknowledges) {
      return "takes an Acknowledgement and returns an Outcome; keep one of them";
    }
    return outcome
        ? null
        : "returns " + type.getTypeName() + "; return nothing, an Outcome, "
            + (batch ? "a List<Outcome>, " : "") + "or a CompletionStage";
  }

  /** An outcome for each message. */
  static List<Outcome> outcomes(@Nullable Object result, int messages) throws Exception {
    Object value = result instanceof CompletionStage<?> stage ? await(stage) : result;
    if (value instanceof List<?> list && list.stream().allMatch(Outcome.class::isInstance)) {
      return list.stream().map(Outcome.class::cast).toList();
    }
    return Collections.nCopies(messages, value instanceof Outcome said ? said : Outcome.done());
  }

  /** Waits until a method that goes on elsewhere has finished. */
  static @Nullable Object await(CompletionStage<?> stage) throws Exception {
    CompletableFuture<?> future = stage.toCompletableFuture();
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private static boolean isListOfOutcomes(Type type) {
    return type instanceof ParameterizedType list
        && list.getRawType() == List.class
        && list.getActualTypeArguments()[0] == Outcome.class;
  }

  private static boolean isA(Type type, Class<?> wanted) {
    Type raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
    return raw instanceof Class<?> known && wanted.isAssignableFrom(known);
  }
}
