package io.bide.spring.autoconfigure;

import io.bide.DelayQueue;
import io.bide.client.BideClient;
import io.bide.spring.JsonMapping;
import io.bide.spring.Payloads;
import io.bide.spring.QueueHealth;
import io.bide.spring.observe.ObservedQueue;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The queue of an application: at servers, in its own process, or one that it declares itself. */
@AutoConfiguration
@EnableConfigurationProperties(BideProperties.class)
public class QueueAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  Payloads bidePayloads(ObjectProvider<JsonMapping> json) {
    return new Payloads(json.getIfAvailable());
  }

  /** Here and not in a class of its own: beans of nested classes come before these. */
  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnBean(DelayQueue.class)
  QueueHealth bideQueueHealth(DelayQueue queue) {
    return new QueueHealth(queue);
  }

  /** Over HTTP. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(DelayQueue.class)
  @ConditionalOnProperty(name = "bide.mode", havingValue = "remote", matchIfMissing = true)
  static class RemoteConfiguration {
    @Bean(destroyMethod = "close")
    DelayQueue bideQueue(
        BideProperties properties,
        ObjectProvider<SslBundles> bundles,
        ObjectProvider<ObservationRegistry> registry) {
      BideProperties.Remote remote = properties.remote();
      BideClient.Builder client = BideClient.builder(remote.urls().toArray(String[]::new))
          .apiKey(remote.apiKey())
          .deadline(remote.deadline())
          .connectTimeout(remote.connectTimeout())
          .retries(remote.retries());
      if (remote.sslBundle() != null) {
        client.ssl(bundles.getObject().getBundle(remote.sslBundle()).createSslContext());
      }
      return ObservedQueue.around(client.build(), registry.getIfUnique());
    }
  }

  /** In this process. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(DelayQueue.class)
  @ConditionalOnProperty(name = "bide.mode", havingValue = "embedded")
  static class EmbeddedConfiguration {
    @Bean(destroyMethod = "close")
    DelayQueue bideQueue(BideProperties properties, ObjectProvider<ObservationRegistry> registry) {
      return ObservedQueue.around(
          EmbeddedQueue.open(properties.embedded()), registry.getIfUnique());
    }
  }
}
