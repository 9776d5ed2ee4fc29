package io.bide.spring.work;

import io.bide.DelayQueue;
import io.bide.Topic;
import io.bide.spring.Payloads;
import io.bide.spring.WorkerCustomizer;
import io.bide.spring.observe.Observations;
import io.bide.worker.TopicOptions;
import io.bide.worker.Worker;
import io.bide.worker.WorkerBuilder;
import io.bide.worker.WorkerListener;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.ReflectionUtils;

/** The worker of all {@link io.bide.spring.BideListener} methods of an application. */
public final class ListenerWork extends Work implements SmartInitializingSingleton {
  private static final Logger log = LoggerFactory.getLogger(ListenerWork.class);

  private final ListenerBeans beans;
  private final Supplier<DelayQueue> queue;
  private final Means means;
  private final Map<Topic, Served> served = new LinkedHashMap<>();
  private volatile @Nullable Worker worker;

  /**
   * What listeners need.
   *
   * @param properties what placeholders stand for
   * @param namespace of topics, if a listener names none
   * @param defaults for what a listener does not say
   * @param grace how long stopping waits for handlers
   */
  public record Means(
      PropertyResolver properties,
      String namespace,
      TopicOptions defaults,
      Duration poll,
      Duration grace,
      Payloads payloads,
      Observations observations,
      WorkerListener listener,
      List<WorkerCustomizer> customizers) {}

  private record Served(Declaration declaration, ListenerMethod method, TopicOptions options) {}

  /**
   * Work that has not begun.
   *
   * @param queue asked for when there are listeners; throws if there is none
   */
  public ListenerWork(ListenerBeans beans, Supplier<DelayQueue> queue, Means means) {
    this.beans = beans;
    this.queue = queue;
    this.means = means;
  }

  /** Checks all listeners: an application with a wrong one does not start. */
  @Override
  public void afterSingletonsInstantiated() {
    ListenerTexts texts =
        new ListenerTexts(means.properties(), means.namespace(), means.defaults());
    beans.found().forEach(declaration -> add(declaration, texts));
    if (!served.isEmpty()) {
      DelayQueue unused = queue.get();
    }
  }

  private void add(Declaration declaration, ListenerTexts texts) {
    Signature signature = Signature.of(
        declaration.method(), declaration.owner(), declaration.listener(), means.payloads());
    Topic topic;
    TopicOptions options;
    try {
      topic = texts.topic(declaration.listener());
      options = texts.options(declaration.listener());
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "the @BideListener of " + declaration + " cannot be used: " + e.getMessage(), e);
    }
    Served other = served.get(topic);
    if (other != null) {
      throw new IllegalStateException("the topic " + topic + " has two listeners, "
          + other.declaration() + " and " + declaration + "; keep one");
    }
    Method callable =
        AopUtils.selectInvocableMethod(declaration.method(), declaration.bean().getClass());
    ReflectionUtils.makeAccessible(callable);
    served.put(
        topic,
        new Served(
            declaration,
            new ListenerMethod(
                declaration.bean(), callable, signature, means.observations(), topic),
            options));
  }

  @Override
  void begin() {
    if (served.isEmpty()) {
      return;
    }
    DelayQueue bide = queue.get();
    WorkerBuilder builder = Worker.builder(bide).listener(means.listener()).poll(means.poll());
    served.forEach((topic, one) -> {
      builder.topic(topic, one.method().handler(), one.options());
      if (topic.isDeathNotices()) {
        builder.before(topic, () -> switchNoticesOn(bide, topic.source()));
      }
    });
    means.customizers().forEach(customizer -> customizer.customize(builder));
    worker = builder.start();
    log.info("Listening to {}", served.keySet());
  }

  private static CompletableFuture<Void> switchNoticesOn(DelayQueue bide, Topic topic) {
    return bide.settings(topic)
        .thenCompose(settings -> settings.deathNotices()
            ? CompletableFuture.<Void>completedFuture(null)
            : bide.configure(topic, settings.change().deathNotices(true).build()));
  }

  @Override
  void end() {
    Worker stopping = worker;
    worker = null;
    if (stopping != null) {
      boolean unused = stopping.stop(means.grace());
    }
  }

  /** The topics that are listened to. */
  public Set<Topic> topics() {
    return Set.copyOf(served.keySet());
  }

  /** The worker, to pause it for example; empty unless it runs. */
  public Optional<Worker> worker() {
    return Optional.ofNullable(worker);
  }

  /** How many calls run now, or are about to. */
  public int calls() {
    return worker().map(Worker::running).orElse(0);
  }
}
