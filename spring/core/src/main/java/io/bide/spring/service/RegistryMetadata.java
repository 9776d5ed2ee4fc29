package io.bide.spring.service;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cloud.client.serviceregistry.Registration;

/**
 * Writes the task types of an application into what it registers, in any registry that Spring Cloud knows,
 * before it is registered. A scheduler finds them there.
 */
public final class RegistryMetadata implements SmartInitializingSingleton {
  /** The key, with the types separated by {@code ", "}. */
  public static final String KEY = "delay-queue:task";

  private final TaskTypes types;
  private final Supplier<List<Registration>> registrations;

  public RegistryMetadata(TaskTypes types, Supplier<List<Registration>> registrations) {
    this.types = types;
    this.registrations = registrations;
  }

  @Override
  public void afterSingletonsInstantiated() {
    String value = text(types);
    registrations.get().forEach(registration -> write(registration, value));
  }

  static String text(TaskTypes types) {
    return String.join(", ", types.all());
  }

  private static void write(Registration registration, String value) {
    Map<String, String> metadata = registration.getMetadata();
    if (metadata != null && value.equals(metadata.get(KEY))) {
      return;
    }
    try {
      if (metadata == null) {
        throw new UnsupportedOperationException("there is none");
      }
      metadata.put(KEY, value);
    } catch (UnsupportedOperationException e) {
      throw new IllegalStateException(
          "the metadata of " + registration.getClass().getName() + " cannot be changed; set \""
              + KEY + "\" to \"" + value + "\" in the properties of the registry",
          e);
    }
  }
}
