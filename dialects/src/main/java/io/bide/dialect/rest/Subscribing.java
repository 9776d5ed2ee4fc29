package io.bide.dialect.rest;

import io.bide.Page;
import io.bide.PushReport;
import io.bide.SigningSecret;
import io.bide.Subscription;
import io.bide.Subscriptions;
import io.bide.Topic;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import io.bide.dialect.Refusal;
import io.bide.dialect.Right;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** What operators do with the subscription of a topic. */
final class Subscribing {
  private static final int DEFAULT_LIMIT = 100;
  private static final String BY_HAND = "by an operator";

  private final Json json;
  private final Subscriptions subscriptions;

  Subscribing(Json json, Subscriptions subscriptions) {
    this.json = json;
    this.subscriptions = subscriptions;
  }

  /** Only those that the caller may operate; a page may be short although there is more. */
  void list(Call call, String namespace) {
    Params params = Params.of(call, List.of("cursor", "limit"));
    int limit = params.integer("limit", DEFAULT_LIMIT);
    call.then(subscriptions.list(namespace, params.text("cursor"), limit), page -> {
      JsonOut out = new JsonOut().beginObject().name("subscriptions").beginArray();
      mine(call, page).forEach(subscription -> SubscriptionJson.write(out, subscription));
      out.endArray().optional("cursor", page.cursor()).endObject();
      call.answer(200, RestDialect.JSON, out.toBuffer());
    });
  }

  private static List<Subscription> mine(Call call, Page<Subscription> page) {
    return page.items().stream()
        .filter(subscription -> call.may(Right.OPERATE, subscription.topic()))
        .toList();
  }

  void show(Call call, String namespace) {
    Params.none(call);
    call.then(subscriptions.find(topic(call, namespace)), found -> answer(call, found));
  }

  void save(Call call, String namespace) {
    Params.none(call);
    Topic topic = topic(call, namespace);
    SubscriptionJson read = json.read(call.body(), in -> SubscriptionJson.read(in));
    Subscription wanted = read.build(topic);
    CompletableFuture<Subscription> saved = (read.hasSecrets()
            ? CompletableFuture.completedFuture(wanted)
            : subscriptions.find(topic).thenApply(before -> keepSecrets(wanted, before)))
        .thenCompose(signed -> subscriptions.save(signed).thenApply(done -> signed));
    call.then(saved, subscription -> answer(call, Optional.of(subscription)));
  }

  private static Subscription keepSecrets(Subscription wanted, Optional<Subscription> before) {
    return before.map(old -> wanted.change().secrets(old.secrets()).build()).orElse(wanted);
  }

  void remove(Call call, String namespace) {
    Params.none(call);
    call.then(subscriptions.remove(topic(call, namespace)), removed -> {
      if (removed) {
        JsonOut out = new JsonOut().beginObject().field("status", "removed").endObject();
        call.answer(200, RestDialect.JSON, out.toBuffer());
      } else {
        unknown().answer(call);
      }
    });
  }

  void enable(Call call, String namespace) {
    change(call, namespace, Subscription::enable);
  }

  void disable(Call call, String namespace) {
    change(
        call,
        namespace,
        subscription -> subscription.enabled() ? subscription.disable(BY_HAND) : subscription);
  }

  private void change(Call call, String namespace, UnaryOperator<Subscription> change) {
    json.nothing(call);
    call.then(
        subscriptions.change(topic(call, namespace), change), changed -> answer(call, changed));
  }

  /** The only time that a secret is shown. */
  void rotate(Call call, String namespace) {
    json.nothing(call);
    SigningSecret next = SigningSecret.random();
    call.then(
        subscriptions.change(topic(call, namespace), subscription -> subscription.rotate(next)),
        changed -> {
          if (changed.isEmpty()) {
            unknown().answer(call);
            return;
          }
          JsonOut out = SubscriptionJson.begin(new JsonOut(), changed.get());
          out.field("secret", next.text()).endObject();
          call.answer(200, RestDialect.JSON, out.toBuffer());
        });
  }

  void test(Call call, String namespace) {
    json.nothing(call);
    CompletableFuture<Optional<PushReport>> report = subscriptions
        .find(topic(call, namespace))
        .thenCompose(found -> found.isEmpty()
            ? CompletableFuture.completedFuture(Optional.empty())
            : subscriptions.test(found.get()).thenApply(Optional::of));
    call.then(report, made -> {
      if (made.isEmpty()) {
        unknown().answer(call);
      } else {
        answer(call, made.get());
      }
    });
  }

  private static void answer(Call call, PushReport report) {
    JsonOut out = new JsonOut().beginObject().field("outcome", Words.of(report.outcome()));
    if (report.status() != null) {
      out.field("status", report.status());
    }
    out.optional("detail", report.detail())
        .field("took", report.took().toMillis())
        .endObject();
    call.answer(200, RestDialect.JSON, out.toBuffer());
  }

  private static void answer(Call call, Optional<Subscription> found) {
    if (found.isEmpty()) {
      unknown().answer(call);
      return;
    }
    JsonOut out = new JsonOut();
    SubscriptionJson.write(out, found.get());
    call.answer(200, RestDialect.JSON, out.toBuffer());
  }

  private static Problem unknown() {
    return Problem.refused(
        404, "unknown-subscription", "the topic has no subscription; PUT …/subscription makes one");
  }

  private static Topic topic(Call call, String namespace) {
    Topic topic = Topic.of(namespace, call.path("topic"));
    if (!call.may(Right.OPERATE, topic)) {
      throw new Refusal(
          403, "forbidden", "this API key may not operate topic " + topic + "; see bide keys list");
    }
    return topic;
  }
}
