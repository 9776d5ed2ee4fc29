package io.bide.spring.autoconfigure;

import io.bide.DelayQueue;
import io.bide.spring.Payloads;
import io.bide.spring.TasksCustomizer;
import io.bide.spring.WorkerCustomizer;
import io.bide.spring.observe.Listeners;
import io.bide.spring.observe.Observations;
import io.bide.spring.work.ListenerBeans;
import io.bide.spring.work.ListenerWork;
import io.bide.spring.work.TaskQueues;
import io.bide.spring.work.TaskWork;
import io.bide.tasks.FailedTask;
import io.bide.tasks.TaskWorker;
import io.bide.tasks.Tasks;
import io.bide.worker.TopicOptions;
import io.bide.worker.WorkerListener;
import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Listeners and tasks: found, started when everything stands, stopped first. */
@AutoConfiguration(after = QueueAutoConfiguration.class)
public class WorkAutoConfiguration {
  @Bean
  static ListenerBeans bideListenerBeans() {
    return new ListenerBeans();
  }

  /** Nobody asks for a bean that only listens. */
  @Bean
  static LazyInitializationExcludeFilter bideListenersAreEager() {
    return (name, definition, type) -> ListenerBeans.hasListeners(type);
  }

  @Bean
  @ConditionalOnMissingBean
  Observations bideObservations(ObjectProvider<ObservationRegistry> registry) {
    return new Observations(registry.getIfUnique(() -> ObservationRegistry.NOOP));
  }

  @Bean
  @ConditionalOnMissingBean
  ListenerWork bideListenerWork(
      ListenerBeans beans,
      ObjectProvider<DelayQueue> queue,
      BideProperties properties,
      Environment environment,
      Payloads payloads,
      Observations observations,
      ObjectProvider<WorkerListener> listeners,
      ObjectProvider<WorkerCustomizer> customizers) {
    BideProperties.Listener defaults = properties.listener();
    return new ListenerWork(
        beans,
        () -> queue.getIfAvailable(() -> {
          throw new IllegalStateException(
              "there are @BideListener methods and no queue; set bide.mode to remote or embedded,"
                  + " or declare a bean of the type " + DelayQueue.class.getName());
        }),
        new ListenerWork.Means(
            environment,
            properties.namespace(),
            TopicOptions.concurrently(defaults.concurrency())
                .batchSize(defaults.batch())
                .lease(defaults.lease())
                .longest(defaults.longest()),
            defaults.poll(),
            properties.grace(),
            payloads,
            observations,
            new Listeners(() -> listeners.orderedStream().toList()),
            customizers.orderedStream().toList()));
  }

  /** Tasks, unless the application makes its own. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(DelayQueue.class)
  @ConditionalOnMissingBean(Tasks.class)
  static class TasksConfiguration {
    @Bean
    TaskQueues bideTaskQueues(
        BideProperties properties, ObjectProvider<TasksCustomizer> customizers) {
      BideProperties.Tasks tasks = properties.tasks();
      return new TaskQueues(
          properties.namespace(),
          tasks.queues(),
          tasks.concurrency(),
          tasks.retries(),
          tasks.executionTimeout(),
          tasks.lifeTimeout(),
          customizers.orderedStream().toList());
    }

    /** There before its workers, which may submit to it: {@link TaskWork} adds them and starts it. */
    @Bean(destroyMethod = "close")
    Tasks bideTasks(TaskQueues queues, DelayQueue queue, ObjectProvider<WorkerListener> listeners) {
      return queues
          .builder(queue)
          .listener(new Listeners(() -> listeners.orderedStream().toList()))
          .build();
    }

    @Bean
    TaskWork bideTaskWork(
        Tasks tasks,
        BideProperties properties,
        Observations observations,
        ObjectProvider<TaskWorker<?>> workers,
        ObjectProvider<FailedTask.Handler> failures) {
      return new TaskWork(
          tasks,
          () -> workers.orderedStream().toList(),
          () -> Optional.ofNullable(failures.getIfUnique()),
          observations,
          properties.namespace(),
          properties.grace());
    }
  }
}
