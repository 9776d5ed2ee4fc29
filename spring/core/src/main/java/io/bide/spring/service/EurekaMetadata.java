package io.bide.spring.service;

import com.netflix.appinfo.ApplicationInfoManager;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.cloud.client.discovery.event.InstancePreRegisteredEvent;
import org.springframework.context.ApplicationListener;

/**
 * Tells Eureka's client the task types of an application right before it registers: what it is to register
 * may have been made before the workers were known. Not earlier: whoever touches it has it made, and with
 * the port that the web server has by then, which may be none.
 */
public final class EurekaMetadata implements ApplicationListener<InstancePreRegisteredEvent> {
  private final TaskTypes types;
  private final Supplier<Stream<ApplicationInfoManager>> managers;

  public EurekaMetadata(TaskTypes types, Supplier<Stream<ApplicationInfoManager>> managers) {
    this.types = types;
    this.managers = managers;
  }

  @Override
  public void onApplicationEvent(InstancePreRegisteredEvent event) {
    Map<String, String> told = Map.of(RegistryMetadata.KEY, RegistryMetadata.text(types));
    managers.get().forEach(manager -> manager.registerAppMetadata(told));
  }
}
