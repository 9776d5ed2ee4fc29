package io.bide.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.netflix.appinfo.ApplicationInfoManager;
import io.bide.spring.service.JobCenter;
import io.bide.spring.service.JobEndpoint;
import io.bide.spring.service.ReactiveJobEndpoint;
import io.bide.tasks.TaskWorker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.target.EmptyTargetSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.cloud.client.discovery.event.InstancePreRegisteredEvent;
import org.springframework.cloud.client.serviceregistry.Registration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;

class ServiceTest {
  private static final String KEY = "delay-queue:task";

  @Configuration(proxyBeanMethods = false)
  static class Workers {
    final List<String> done = new ArrayList<>();

    @Bean
    TaskWorker<String> remind() {
      return TaskWorker.of("remind", done::add);
    }

    @Bean
    TaskWorker<String> alsoRemind() {
      return TaskWorker.of("remind", payload -> done.add("also " + payload));
    }

    @Bean
    TaskWorker<String> close() {
      return TaskWorker.of("close", payload -> {
        throw new IllegalStateException("planted");
      });
    }
  }

  /** An instance in some registry. */
  record Instance(Map<String, String> getMetadata) implements Registration {
    @Override
    public Map<String, String> getMetadata() {
      return getMetadata;
    }

    @Override
    public String getServiceId() {
      return "shop";
    }

    @Override
    public String getHost() {
      return "localhost";
    }

    @Override
    public int getPort() {
      return 1;
    }

    @Override
    public boolean isSecure() {
      return false;
    }

    @Override
    public URI getUri() {
      return URI.create("http://localhost:1");
    }
  }

  private static WebApplicationContextRunner web() {
    return new WebApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            QueueAutoConfiguration.class,
            WorkAutoConfiguration.class,
            ServiceAutoConfiguration.class))
        .withPropertyValues("bide.mode=none")
        .withUserConfiguration(Workers.class);
  }

  private static ResponseEntity<String> call(JobEndpoint endpoint, String json) {
    return endpoint.work(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void start_withoutACenter_hasNoEndpoint() {
    web().run(context -> assertThat(context).doesNotHaveBean(JobEndpoint.class));
    web()
        .withPropertyValues("delay-queue.center-url=http://c:1", "bide.service.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(JobEndpoint.class));
  }

  @Test
  void start_centerInTheOldProperty_hasEndpointAndCenter() {
    web()
        .withPropertyValues("delay-queue.center-url=http://c:1", "spring.application.name=shop")
        .run(context ->
            assertThat(context).hasSingleBean(JobEndpoint.class).hasSingleBean(JobCenter.class));
  }

  @Test
  void start_centerWithoutAName_isRefused() {
    web()
        .withPropertyValues("bide.service.center-url=http://c:1")
        .run(context -> assertThat(context.getStartupFailure())
            .rootCause()
            .hasMessageContaining("spring.application.name"));
  }

  @Test
  void work_severalWorkersOfTheType_areAllCalled() {
    web().withPropertyValues("bide.service.enabled=true").run(context -> {
      ResponseEntity<String> answer = call(
          context.getBean(JobEndpoint.class),
          "{\"taskId\":\"1\",\"taskType\":\"remind\",\"params\":\"p\",\"more\":{\"x\":[1]},\"delayTime\":5}");

      assertThat(answer.getStatusCode().value()).isEqualTo(200);
      assertThat(answer.getBody()).isEqualTo("accepted");
      assertThat(context.getBean(Workers.class).done).containsExactlyInAnyOrder("p", "also p");
    });
  }

  @Test
  void work_inAReactiveApplication_isDoneOnAnotherThread() {
    new ReactiveWebApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(
            QueueAutoConfiguration.class,
            WorkAutoConfiguration.class,
            ServiceAutoConfiguration.class))
        .withPropertyValues("bide.mode=none", "bide.service.enabled=true")
        .withBean(
            TaskWorker.class,
            () -> TaskWorker.of("where", payload -> {
              if (!Thread.currentThread().getName().startsWith("bide-job-")) {
                throw new IllegalStateException("a thread of the web server waits");
              }
            }))
        .run(context -> {
          assertThat(context).doesNotHaveBean(JobEndpoint.class);
          byte[] job = "{\"taskId\":\"1\",\"taskType\":\"where\"}".getBytes(StandardCharsets.UTF_8);

          ResponseEntity<String> answer =
              context.getBean(ReactiveJobEndpoint.class).work(job).join();

          assertThat(status(answer)).isEqualTo(200);
        });
  }

  @Test
  void work_whatCannotBeDone_isNoSuccess() {
    web().withPropertyValues("bide.service.enabled=true").run(context -> {
      JobEndpoint endpoint = context.getBean(JobEndpoint.class);

      assertThat(status(call(endpoint, "{\"taskId\":\"1\",\"taskType\":\"close\"}")))
          .isEqualTo(500);
      assertThat(status(call(endpoint, "{\"taskId\":\"1\",\"taskType\":\"who\"}")))
          .isEqualTo(404);
      assertThat(status(call(endpoint, "{\"taskType\":\"close\"}"))).isEqualTo(400);
      assertThat(status(
              call(endpoint, "{\"taskId\":\"1\",\"taskType\":\"close\",\"delayTime\":\"x\"}")))
          .isEqualTo(400);
      assertThat(status(call(endpoint, "[]"))).isEqualTo(400);
      assertThat(status(call(endpoint, "{"))).isEqualTo(400);
    });
  }

  private static int status(ResponseEntity<String> answer) {
    return answer.getStatusCode().value();
  }

  @Test
  void register_anyRegistry_isToldTheTypes() {
    Map<String, String> metadata = new HashMap<>();
    web()
        .withPropertyValues("bide.service.enabled=true")
        .withBean(Registration.class, () -> new Instance(metadata))
        .run(context -> assertThat(metadata).containsEntry(KEY, "close, remind"));
  }

  @Test
  void register_registryThatCannotBeTold_saysWhatToSet() {
    web()
        .withPropertyValues("bide.service.enabled=true")
        .withBean(Registration.class, () -> new Instance(Map.of()))
        .run(context ->
            assertThat(context.getStartupFailure()).hasMessageContainingAll(KEY, "close, remind"));
    web()
        .withPropertyValues("bide.service.enabled=true")
        .withBean(Registration.class, () -> new Instance(Map.of(KEY, "close, remind")))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void register_eureka_isToldTheTypesAndNotTouchedBefore() {
    List<Object> told = new ArrayList<>();
    web()
        .withPropertyValues("bide.service.enabled=true")
        .withBean(ApplicationInfoManager.class, () -> eureka(told))
        .run(context -> {
          assertThat(told).isEmpty();

          context.publishEvent(new InstancePreRegisteredEvent(this, new Instance(Map.of())));

          assertThat(told).containsExactly("registerAppMetadata", Map.of(KEY, "close, remind"));
        });
  }

  /** As Spring Cloud has it: a proxy that makes the real one later. */
  private static ApplicationInfoManager eureka(List<Object> told) {
    ProxyFactory proxy = new ProxyFactory();
    proxy.setTargetSource(EmptyTargetSource.forClass(ApplicationInfoManager.class));
    proxy.setProxyTargetClass(true);
    proxy.addAdvice((MethodInterceptor) call -> {
      told.add(call.getMethod().getName());
      told.addAll(List.of(call.getArguments()));
      return null;
    });
    return (ApplicationInfoManager) proxy.getProxy();
  }
}
