package io.bide.server.push;

import io.bide.ServiceDirectory;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientConfig;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.ClientSSLOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry of a Eureka server. It is asked when somebody wants to know and what is known is older
 * than a few seconds; while it does not answer, what is known stays good. Names of services are compared
 * without regard to case, because Eureka tells them in capitals.
 */
public final class EurekaDirectory implements ServiceDirectory {
  private static final Logger log = LoggerFactory.getLogger(EurekaDirectory.class);
  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final HttpClient client;
  private final URI applications;
  private final LongSupplier ticker;
  private @Nullable CompletableFuture<Map<String, List<Instance>>> asking;
  private Map<String, List<Instance>> known = Map.of();
  private long since;
  private boolean asked;
  private boolean failing;

  /**
   * A directory.
   *
   * @param server such as {@code http://127.0.0.1:8761/eureka}
   * @param ticker nanoseconds of a clock that never goes back
   */
  public EurekaDirectory(Vertx vertx, URI server, LongSupplier ticker) {
    this.client = vertx
        .httpClientBuilder()
        .with(new HttpClientConfig().setConnectTimeout(TIMEOUT))
        .with(new PoolOptions().setHttp1MaxSize(1))
        .with(new ClientSSLOptions())
        .build();
    String base = server.toString();
    this.applications = URI.create((base.endsWith("/") ? base : base + "/") + "apps");
    this.ticker = ticker;
  }

  @Override
  public CompletableFuture<List<Instance>> instances(String service) {
    String name = service.toLowerCase(Locale.ROOT);
    return all().thenApply(services -> services.getOrDefault(name, List.of()));
  }

  @Override
  public synchronized CompletableFuture<Map<String, List<Instance>>> all() {
    if (asking != null) {
      return asking;
    }
    if (asked && ticker.getAsLong() - since < FRESH.toNanos()) {
      return CompletableFuture.completedFuture(known);
    }
    CompletableFuture<Map<String, List<Instance>>> answer = new CompletableFuture<>();
    asking = answer;
    fetch().onComplete(result -> answer.complete(took(result)));
    return answer;
  }

  private synchronized Map<String, List<Instance>> took(
      AsyncResult<Map<String, List<Instance>>> result) {
    asking = null;
    asked = true;
    since = ticker.getAsLong();
    if (result.succeeded()) {
      known = result.result();
    }
    note(result.cause());
    return known;
  }

  /** One line when it begins to fail, one when it works again. */
  private void note(@Nullable Throwable cause) {
    if (cause != null && !failing) {
      log.warn(
          "Eureka at {} cannot be asked; what it said last holds: {}",
          applications,
          cause.toString());
    } else if (cause == null && failing) {
      log.info("Eureka at {} answers again", applications);
    }
    failing = cause != null;
  }

  private Future<Map<String, List<Instance>>> fetch() {
    RequestOptions request = new RequestOptions()
        .setMethod(HttpMethod.GET)
        .setAbsoluteURI(applications.toString())
        .putHeader("Accept", "application/json")
        .setTimeout(TIMEOUT.toMillis());
    return client
        .request(request)
        .compose(open -> open.send())
        .compose(EurekaDirectory::body)
        .map(EurekaDirectory::read);
  }

  private static Future<JsonObject> body(HttpClientResponse response) {
    return response.statusCode() == 200
        ? response.body().map(JsonObject::new)
        : Future.failedFuture("it answered " + response.statusCode());
  }

  private static Map<String, List<Instance>> read(JsonObject answer) {
    Map<String, List<Instance>> services = new TreeMap<>();
    JsonObject applications = answer.getJsonObject("applications", new JsonObject());
    for (JsonObject application : objects(applications.getValue("application"))) {
      String name = application.getString("name", "").toLowerCase(Locale.ROOT);
      List<Instance> instances = new ArrayList<>();
      for (JsonObject instance : objects(application.getValue("instance"))) {
        if (instance.getString("status", "").equals("UP")) {
          instance(name, instance).ifPresent(instances::add);
        }
      }
      services.put(name, List.copyOf(instances));
    }
    return services;
  }

  /** Others register what they like; what cannot be called is left out, and the rest stays good. */
  private static Optional<Instance> instance(String service, JsonObject json) {
    try {
      return Optional.of(callable(service, json));
    } catch (IllegalArgumentException | ClassCastException e) {
      log.debug("An instance of {} in Eureka cannot be called: {}", service, e.toString());
      return Optional.empty();
    }
  }

  private static Instance callable(String service, JsonObject json) {
    JsonObject secure = json.getJsonObject("securePort", new JsonObject());
    boolean tls = "true".equals(String.valueOf(secure.getValue("@enabled")));
    JsonObject port = tls ? secure : json.getJsonObject("port", new JsonObject());
    String host = json.getString("ipAddr", json.getString("hostName", ""));
    String address = (tls ? "https://" : "http://")
        + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
        + ":" + port.getValue("$");
    URI url = URI.create(address);
    if (url.getHost() == null) {
      throw new IllegalArgumentException(address + " has no host, or no port");
    }
    Map<String, String> metadata = new HashMap<>();
    json.getJsonObject("metadata", new JsonObject())
        .forEach(entry -> metadata.put(entry.getKey(), String.valueOf(entry.getValue())));
    return new Instance(service, json.getString("instanceId", address), url, metadata);
  }

  /** Eureka gives one object in place of an array of one. */
  private static List<JsonObject> objects(@Nullable Object value) {
    if (value instanceof JsonArray array) {
      return array.stream().map(JsonObject.class::cast).toList();
    }
    return value instanceof JsonObject one ? List.of(one) : List.of();
  }
}
