package io.bide;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Knows which instances of a service there are. Thread-safe; no method blocks. */
public interface ServiceDirectory {
  /** The metadata in which an instance names the types it handles, separated by commas. */
  String TYPES = "delay-queue:task";

  /**
   * One running copy of a service.
   *
   * @param address where it can be called; the path of a call is appended
   * @param metadata what it says of itself
   */
  record Instance(String service, String id, URI address, Map<String, String> metadata) {
    public Instance {
      metadata = Map.copyOf(metadata);
    }

    /** The types it handles, by their exact names. */
    public Set<String> types() {
      return Arrays.stream(metadata.getOrDefault(TYPES, "").split(",", -1))
          .map(String::strip)
          .filter(type -> !type.isEmpty())
          .collect(Collectors.toUnmodifiableSet());
    }
  }

  /** The instances of a service that are alive, in no particular order. */
  CompletableFuture<List<Instance>> instances(String service);

  /** All services with their instances. */
  CompletableFuture<Map<String, List<Instance>>> all();
}
