package io.bide.spring.service;

import com.netflix.appinfo.ApplicationInfoManager;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Tells Eureka's client the task types of an application: it has read the metadata of its registration
 * long before the workers are known.
 */
public final class EurekaMetadata implements SmartInitializingSingleton {
  private final TaskTypes types;
  private final Supplier<Stream<ApplicationInfoManager>> managers;

  public EurekaMetadata(TaskTypes types, Supplier<Stream<ApplicationInfoManager>> managers) {
    this.types = types;
    this.managers = managers;
  }

  @Override
  public void afterSingletonsInstantiated() {
    Map<String, String> told = Map.of(RegistryMetadata.KEY, RegistryMetadata.text(types));
    managers.get().forEach(manager -> manager.registerAppMetadata(told));
  }
}
