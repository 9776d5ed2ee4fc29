package io.bide.server.settings;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Settings out of environment variables: all that begin with {@code BIDE_}. */
final class Environment {
  /** What the script and the client commands take from the environment. */
  private static final Set<String> NOT_SETTINGS =
      Set.of("BIDE_JVM", "BIDE_URL", "BIDE_KEY", "BIDE_CACERT", "BIDE_NAMESPACE");

  /** What Kubernetes tells every pod about a service that is called bide. */
  private static final Pattern SERVICE_LINK = Pattern.compile("BIDE_(SERVICE_.*|PORT_[0-9]+_.*)");

  private Environment() {}

  static Layer read(Map<String, String> variables) {
    Layer layer = new Layer();
    new TreeMap<>(variables).forEach((name, value) -> {
      // An empty variable is how many tools say that there is none.
      if (name.startsWith(Setting.VARIABLE_PREFIX)
          && !NOT_SETTINGS.contains(name)
          && !value.isEmpty()) {
        set(layer, name, value);
      }
    });
    return layer;
  }

  private static void set(Layer layer, String name, String value) {
    if (SERVICE_LINK.matcher(name).matches() || value.startsWith("tcp://")) {
      throw new WrongSetting(
          "the variable " + name + " (value \"" + value + "\") looks like one that"
              + " Kubernetes sets for a service named bide; set enableServiceLinks: false in the pod, or"
              + " give the service another name");
    }
    Optional<Setting<?>> setting =
        Catalogue.ALL.stream().filter(s -> s.variable().equals(name)).findFirst();
    if (setting.isEmpty()) {
      throw WrongSetting.unknown(
          name,
          "environment variable",
          Similar.to(name, Catalogue.ALL.stream().map(Setting::variable)));
    }
    layer.set(setting.get(), value, "environment variable " + name);
  }
}
