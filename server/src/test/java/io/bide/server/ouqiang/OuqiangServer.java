package io.bide.server.ouqiang;

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
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A whole server on a free port, whose pops wait for some seconds only. */
final class OuqiangServer implements AutoCloseable {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Node node;

  OuqiangServer(Path data, Map<Setting<?>, String> settings) {
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, data.toString(), "test");
    layer.set(Catalogue.OUQIANG_POP_WAIT, "5s", "test");
    settings.forEach((setting, value) -> layer.set(setting, value, "test"));
    node = Assembly.start(Settings.of(layer, Map.of()));
  }

  Node node() {
    return node;
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
