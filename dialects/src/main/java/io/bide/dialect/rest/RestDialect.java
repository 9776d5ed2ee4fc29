package io.bide.dialect.rest;

import io.bide.Subscriptions;
import io.bide.Topic;
import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.JsonOut;
import io.bide.dialect.Right;
import io.bide.dialect.Route;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The native dialect. Its wire is described in {@code docs/protocol.md} and, for programs, in the
 * OpenAPI document it serves. Thread-safe.
 */
public final class RestDialect implements Dialect {
  public static final int DEFAULT_MAX_DEPTH = 32;

  static final CharSequence JSON =
      io.vertx.core.http.HttpHeaders.createOptimized("application/json");

  private static final String ROOT = "/v1";
  private static final String NAMESPACE = "namespace";
  private static final String IN_NAMESPACE = ROOT + "/namespaces/{" + NAMESPACE + "}";

  private final List<Route> routes = new ArrayList<>();

  /**
   * The dialect.
   *
   * @param maxDepth how deep the JSON of a request may be nested
   * @param maxBatch how many elements an array in a request may have
   * @param maxBodyBytes the largest body of a message; the queue may take larger ones from others
   * @param info asked whenever somebody wants to know
   * @param subscriptions where messages are pushed to
   */
  public RestDialect(
      int maxDepth,
      int maxBatch,
      int maxBodyBytes,
      Supplier<Info> info,
      Subscriptions subscriptions) {
    Json json = new Json(new Json.Limits(maxDepth, maxBatch, maxBodyBytes));
    MessageJson shown = new MessageJson(json);
    Puts puts = new Puts(json, shown);
    Claims claims = new Claims(json, shown, new Tickets(() -> info.get().now()));
    Settles settles = new Settles(json);
    Messages messages = new Messages(json, shown);
    Topics topics = new Topics(json);
    Subscribing subscribing = new Subscribing(json, subscriptions);
    Pushes pushes = new Pushes(json, puts, subscriptions);

    scoped(HttpMethod.POST, "/topics/{topic}/messages", Right.PUT, puts::put);
    scoped(HttpMethod.POST, "/topics/{topic}/claims", Right.CLAIM, claims::ofTopic);
    scoped(HttpMethod.POST, "/claims", Right.CLAIM, claims::ofTopics);
    route(HttpMethod.DELETE, "/claims/{ticket}", Right.CLAIM, claims::takeBack);
    route(HttpMethod.POST, "/acks", Right.CLAIM, settles::ack);
    route(HttpMethod.POST, "/releases", Right.CLAIM, settles::release);
    route(HttpMethod.POST, "/extensions", Right.CLAIM, settles::extend);
    route(HttpMethod.POST, "/unclaims", Right.CLAIM, settles::unclaim);

    scoped(HttpMethod.GET, "/topics/{topic}/messages/{id}", Right.ANY, messages::peek);
    scoped(HttpMethod.DELETE, "/topics/{topic}/messages/{id}", Right.PUT, messages::cancel);
    scoped(HttpMethod.PATCH, "/topics/{topic}/messages/{id}", Right.PUT, messages::reschedule);
    scoped(HttpMethod.GET, "/topics/{topic}/messages", Right.ANY, messages::peekOrBrowse);
    scoped(HttpMethod.DELETE, "/topics/{topic}/messages", Right.PUT, messages::cancelNamed);
    scoped(HttpMethod.PATCH, "/topics/{topic}/messages", Right.PUT, messages::rescheduleNamed);

    scoped(HttpMethod.GET, "/topics", Right.OPERATE, topics::list);
    scoped(HttpMethod.GET, "/topics/{topic}", Right.OPERATE, topics::show);
    scoped(HttpMethod.PUT, "/topics/{topic}", Right.OPERATE, topics::configure);
    scoped(HttpMethod.DELETE, "/topics/{topic}", Right.OPERATE, topics::purge);
    scoped(HttpMethod.POST, "/topics/{topic}/pause", Right.OPERATE, topics::pause);
    scoped(HttpMethod.POST, "/topics/{topic}/resume", Right.OPERATE, topics::resume);
    scoped(HttpMethod.POST, "/topics/{topic}/redrive", Right.OPERATE, topics::redrive);

    scoped(HttpMethod.POST, "/push", Right.PUT, pushes::push);
    scoped(HttpMethod.GET, "/subscriptions", Right.OPERATE, subscribing::list);
    String subscription = "/topics/{topic}/subscription";
    scoped(HttpMethod.GET, subscription, Right.OPERATE, subscribing::show);
    scoped(HttpMethod.PUT, subscription, Right.OPERATE, subscribing::save);
    scoped(HttpMethod.DELETE, subscription, Right.OPERATE, subscribing::remove);
    scoped(HttpMethod.POST, subscription + "/test", Right.OPERATE, subscribing::test);
    scoped(HttpMethod.POST, subscription + "/enable", Right.OPERATE, subscribing::enable);
    scoped(HttpMethod.POST, subscription + "/disable", Right.OPERATE, subscribing::disable);
    scoped(HttpMethod.POST, subscription + "/rotate", Right.OPERATE, subscribing::rotate);

    route(HttpMethod.GET, "/info", Right.ANY, call -> answerInfo(call, info.get()));
    Buffer openApi = openApi();
    routes.add(Route.get("/openapi.json", Right.NONE, call -> call.answer(200, JSON, openApi)));
  }

  /** A route that also exists for a given namespace. */
  private void scoped(
      HttpMethod method, String path, Right right, BiConsumer<Call, String> handler) {
    route(method, path, right, call -> handler.accept(call, Topic.DEFAULT_NAMESPACE));
    routes.add(new Route(
        method, IN_NAMESPACE + path, right, call -> handler.accept(call, call.path(NAMESPACE))));
  }

  private void route(HttpMethod method, String path, Right right, Consumer<Call> handler) {
    routes.add(new Route(method, ROOT + path, right, handler));
  }

  private static void answerInfo(Call call, Info info) {
    Params.none(call);
    JsonOut out = new JsonOut();
    info.write(out);
    call.answer(200, JSON, out.toBuffer());
  }

  private static Buffer openApi() {
    try (InputStream in = RestDialect.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IllegalStateException("openapi.json is missing in the jar");
      }
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("openapi.json cannot be read", e);
    }
  }

  @Override
  public String name() {
    return "rest";
  }

  @Override
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  @Override
  public void fail(Call call, Throwable failure) {
    Failures.answer(call, failure);
  }
}
