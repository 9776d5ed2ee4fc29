package io.bide.spring.autoconfigure;

import com.netflix.appinfo.ApplicationInfoManager;
import io.bide.SystemTime;
import io.bide.spring.service.EurekaMetadata;
import io.bide.spring.service.JobCenter;
import io.bide.spring.service.JobEndpoint;
import io.bide.spring.service.ReactiveJobEndpoint;
import io.bide.spring.service.RegistryMetadata;
import io.bide.spring.service.TaskTypes;
import io.bide.tasks.TaskWorker;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.cloud.client.discovery.event.InstancePreRegisteredEvent;
import org.springframework.cloud.client.serviceregistry.Registration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.web.bind.annotation.RestController;

/** The service mode of redis-delay-queue: tasks are added at a scheduler, which calls when they are due. */
@AutoConfiguration(after = WorkAutoConfiguration.class)
@Conditional(OnServiceMode.class)
public class ServiceAutoConfiguration {
  @Bean
  TaskTypes bideTaskTypes(ObjectProvider<TaskWorker<?>> workers) {
    return new TaskTypes(() -> workers.orderedStream().toList());
  }

  @Bean
  @ConditionalOnMissingBean
  @Conditional(OnCenter.class)
  JobCenter bideJobCenter(BideProperties properties, Environment environment) {
    BideProperties.Service service = properties.service();
    String center = OnServiceMode.center(environment);
    String application = service.application() != null
        ? service.application()
        : environment.getProperty("spring.application.name");
    if (center == null || application == null) {
      throw new IllegalStateException("the scheduler must know whom to call; set"
          + " spring.application.name to the name that instances are registered with");
    }
    return new JobCenter(center, application, service.apiKey(), service.timeout());
  }

  /** Whether a scheduler is named. */
  static final class OnCenter implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
      return OnServiceMode.center(context.getEnvironment()) != null;
    }
  }

  /** Where the scheduler calls. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnClass(RestController.class)
  static class EndpointConfiguration {
    @Bean
    @ConditionalOnMissingBean
    JobEndpoint bideJobEndpoint(TaskTypes types) {
      return new JobEndpoint(types, SystemTime.clock());
    }
  }

  /** Where the scheduler calls an application of WebFlux, whose threads must not wait. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  @ConditionalOnClass(RestController.class)
  static class ReactiveEndpointConfiguration {
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    ReactiveJobEndpoint bideJobEndpoint(TaskTypes types) {
      return new ReactiveJobEndpoint(new JobEndpoint(types, SystemTime.clock()));
    }
  }

  /** Any registry of Spring Cloud. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(Registration.class)
  static class RegistryConfiguration {
    @Bean
    RegistryMetadata bideRegistryMetadata(
        TaskTypes types, ObjectProvider<Registration> registrations) {
      return new RegistryMetadata(types, () -> registrations.orderedStream().toList());
    }
  }

  /** Eureka, whose client may have read the metadata before. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({ApplicationInfoManager.class, InstancePreRegisteredEvent.class})
  static class EurekaConfiguration {
    @Bean
    EurekaMetadata bideEurekaMetadata(
        TaskTypes types, ObjectProvider<ApplicationInfoManager> managers) {
      return new EurekaMetadata(types, managers::orderedStream);
    }
  }
}
