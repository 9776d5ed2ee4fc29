package io.bide.server.push;

import io.bide.ServiceDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Several directories as one. */
public final class Directories implements ServiceDirectory {
  private final ServiceDirectory first;
  private final ServiceDirectory second;

  public Directories(ServiceDirectory first, ServiceDirectory second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public CompletableFuture<List<Instance>> instances(String service) {
    return first.instances(service).thenCombine(second.instances(service), Directories::both);
  }

  @Override
  public CompletableFuture<Map<String, List<Instance>>> all() {
    return first.all().thenCombine(second.all(), (one, other) -> {
      Map<String, List<Instance>> all = new TreeMap<>(one);
      other.forEach((service, instances) -> all.merge(service, instances, Directories::both));
      return all;
    });
  }

  private static List<Instance> both(List<Instance> one, List<Instance> other) {
    List<Instance> both = new ArrayList<>(one);
    both.addAll(other);
    return both;
  }
}
