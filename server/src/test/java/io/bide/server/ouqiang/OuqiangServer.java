package io.bide.server.ouqiang;

import io.bide.State;
import io.bide.Topic;
import io.bide.server.Assembly;
import io.bide.server.Node;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Setting;
import io.bide.server.settings.Settings;
import io.bide.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A whole server on a free port, whose pops wait as long as anything takes here. */
final class OuqiangServer implements AutoCloseable {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Node node;

  OuqiangServer(Path data, Map<Setting<?>, String> settings) {
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, data.toString(), "test");
    if (!settings.containsKey(Catalogue.OUQIANG_POP_WAIT)) {
      layer.set(Catalogue.OUQIANG_POP_WAIT, "30s", "test");
    }
    settings.forEach((setting, value) -> layer.set(setting, value, "test"));
    node = Assembly.start(Settings.of(layer, Map.of()));
  }

  Node node() {
    return node;
  }

  /** How many jobs of these topics have not ended. */
  long jobs(String topics) {
    return Arrays.stream(topics.split(",", -1))
        .map(topic -> Await.value(node.queue().stats(Topic.of(topic))))
        .mapToLong(stats ->
            stats.count(State.WAITING) + stats.count(State.READY) + stats.count(State.LEASED))
        .sum();
  }

  HttpResponse<String> send(String method, String path, String json, String... headers) {
    return Await.value(sending(method, path, json, headers));
  }

  CompletableFuture<HttpResponse<String>> sending(
      String method, String path, String json, String... headers) {
    return sending(node.address(), method, path, json, headers);
  }

  static CompletableFuture<HttpResponse<String>> sending(
      URI address, String method, String path, String json, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
        .method(method, BodyPublishers.ofString(json));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.sendAsync(request.build(), BodyHandlers.ofString());
  }

  @Override
  public void close() {
    node.close();
  }
}
