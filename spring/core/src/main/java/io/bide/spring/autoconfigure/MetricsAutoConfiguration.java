package io.bide.spring.autoconfigure;

import io.bide.spring.observe.WorkerMeters;
import io.bide.spring.work.ListenerWork;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Metrics of workers, where there is a registry for them. */
@AutoConfiguration(
    after = WorkAutoConfiguration.class,
    afterName = {
      // Boot 3.5, and Boot 4.
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public class MetricsAutoConfiguration {
  /** Counts before anybody else hears of it. */
  @Bean
  @ConditionalOnMissingBean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  WorkerMeters bideWorkerMeters(MeterRegistry registry) {
    return new WorkerMeters(registry);
  }

  @Bean
  MeterBinder bideCalls(ListenerWork work) {
    return registry -> Gauge.builder("bide.worker.running", work, ListenerWork::calls)
        .description("Calls of listeners that run now.")
        .register(registry);
  }
}
