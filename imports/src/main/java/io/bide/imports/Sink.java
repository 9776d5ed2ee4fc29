package io.bide.imports;

import io.bide.Put;
import io.bide.PutResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where messages go: stores each unless its id is alive, as a put with {@code REJECT} does. */
@FunctionalInterface
public interface Sink {
  CompletableFuture<List<PutResult>> store(List<Put> puts);
}
