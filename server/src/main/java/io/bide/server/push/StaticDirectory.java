package io.bide.server.push;

import io.bide.ServiceDirectory;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Instances that an operator has listed, such as {@code mailer=http://10.0.0.1:8080#digest|reminder}: the
 * service, where an instance is, and the types that it handles.
 */
public final class StaticDirectory implements ServiceDirectory {
  private final Map<String, List<Instance>> services;

  private StaticDirectory(Map<String, List<Instance>> services) {
    this.services = services;
  }

  /**
   * Reads a list of instances.
   *
   * @throws IllegalArgumentException saying what is wrong with which
   */
  public static StaticDirectory parse(List<String> entries) {
    Map<String, List<Instance>> services = new TreeMap<>();
    for (String entry : entries) {
      Instance instance = instance(entry);
      services.computeIfAbsent(instance.service(), name -> new ArrayList<>()).add(instance);
    }
    return new StaticDirectory(services);
  }

  private static Instance instance(String entry) {
    int equals = entry.indexOf('=');
    int hash = entry.indexOf('#');
    if (equals < 1 || (hash >= 0 && hash < equals)) {
      throw wrong(entry);
    }
    String url = entry.substring(equals + 1, hash < 0 ? entry.length() : hash);
    try {
      URI address = new URI(url);
      boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (!web || address.getHost() == null) {
        throw wrong(entry);
      }
      String types = hash < 0 ? "" : entry.substring(hash + 1).replace('|', ',');
      return new Instance(entry.substring(0, equals), url, address, Map.of(TYPES, types));
    } catch (URISyntaxException e) {
      throw wrong(entry);
    }
  }

  private static IllegalArgumentException wrong(String entry) {
    return new IllegalArgumentException(
        "\"" + entry + "\" is no instance; write mailer=http://10.0.0.1:8080#type|type");
  }

  @Override
  public CompletableFuture<List<Instance>> instances(String service) {
    return CompletableFuture.completedFuture(services.getOrDefault(service, List.of()));
  }

  @Override
  public CompletableFuture<Map<String, List<Instance>>> all() {
    return CompletableFuture.completedFuture(services);
  }
}
