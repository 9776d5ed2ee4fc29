package io.bide.spring.server;

import io.bide.DelayQueue;
import io.bide.server.Assembly;
import io.bide.server.Node;
import io.bide.spring.autoconfigure.QueueAutoConfiguration;
import io.bide.spring.observe.ObservedQueue;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * A node that starts and stops with the application, on a port of its own. Its queue is the application's,
 * without a way over HTTP.
 */
@AutoConfiguration(before = QueueAutoConfiguration.class)
@ConditionalOnProperty(name = "bide.server.enabled", matchIfMissing = true)
public class ServerAutoConfiguration {
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  Node bideNode(Environment environment) {
    return Assembly.start(NodeProperties.read(Binder.get(environment)));
  }

  /** Closed with the node. */
  @Bean(destroyMethod = "")
  @ConditionalOnMissingBean
  DelayQueue bideQueue(Node node, ObjectProvider<ObservationRegistry> registry) {
    return ObservedQueue.around(node.queue(), registry.getIfUnique());
  }
}
