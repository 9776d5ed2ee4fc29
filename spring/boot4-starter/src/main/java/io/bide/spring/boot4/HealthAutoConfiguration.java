package io.bide.spring.boot4;

import io.bide.spring.QueueHealth;
import io.bide.spring.autoconfigure.QueueAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Whether the queue answers, as the health of {@code bide}. */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(QueueHealth.class)
@ConditionalOnEnabledHealthIndicator("bide")
public class HealthAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean(name = "bideHealthIndicator")
  HealthIndicator bideHealthIndicator(QueueHealth health) {
    return () -> {
      QueueHealth.Report report = health.check();
      Health.Builder shown = report.up() ? Health.up() : Health.down();
      report.details().forEach(shown::withDetail);
      return shown.build();
    };
  }
}
