package io.bide.dialect.brick;

import io.bide.DelayQueue;
import io.bide.Endpoint;
import io.bide.Page;
import io.bide.ServiceDirectory;
import io.bide.ServiceDirectory.Instance;
import io.bide.Topic;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Which applications and types there are: those that are registered, and those that have tasks. */
final class Overview {
  private static final String TOPICS = Endpoint.TOPIC_PREFIX + "service/";
  private static final int PAGE = 500;

  private final @Nullable ServiceDirectory directory;

  Overview(@Nullable ServiceDirectory directory) {
    this.directory = directory;
  }

  private CompletableFuture<Map<String, List<Instance>>> registered() {
    return directory == null ? CompletableFuture.completedFuture(Map.of()) : directory.all();
  }

  /** An array of {@code <application>-<type>}. */
  CompletableFuture<JsonArray> types(DelayQueue queue) {
    Set<String> types = new TreeSet<>();
    return registered()
        .thenCompose(services -> {
          services.forEach((service, instances) -> instances.forEach(
              instance -> instance.types().forEach(type -> types.add(service + "-" + type))));
          return collect(queue, null, types);
        })
        .thenApply(done -> new JsonArray(List.copyOf(types)));
  }

  private static CompletableFuture<Void> collect(
      DelayQueue queue, @Nullable String cursor, Set<String> types) {
    return queue.topics(cursor, PAGE).thenCompose((Page<Topic> page) -> {
      page.items().stream()
          .map(Topic::name)
          .filter(name -> name.startsWith(TOPICS))
          .map(name -> name.substring(TOPICS.length()).split("/", -1))
          .filter(parts -> parts.length == 2)
          .forEach(parts -> types.add(decoded(parts[0]) + "-" + decoded(parts[1])));
      return page.cursor() == null
          ? CompletableFuture.completedFuture(null)
          : collect(queue, page.cursor(), types);
    });
  }

  private static String decoded(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** For each service its instances. */
  CompletableFuture<JsonObject> services() {
    return registered().thenApply(services -> {
      JsonObject all = new JsonObject();
      services.forEach((service, instances) ->
          all.put(service, new JsonArray(instances.stream().map(Overview::shown).toList())));
      return all;
    });
  }

  private static JsonObject shown(Instance instance) {
    JsonObject metadata = new JsonObject();
    instance.metadata().forEach(metadata::put);
    JsonObject shown = new JsonObject()
        .put("serviceId", instance.service())
        .put("instanceId", instance.id())
        .put("host", instance.address().getHost())
        .put("port", instance.address().getPort())
        .put("secure", "https".equals(instance.address().getScheme()))
        .put("uri", instance.address().toString())
        .put("metadata", metadata);
    return new JsonObject()
        .put("ServiceInstance", shown)
        .put("TaskType", instance.metadata().getOrDefault(ServiceDirectory.TYPES, ""));
  }
}
