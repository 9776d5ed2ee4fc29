package io.bide.spring.server;

import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Setting;
import io.bide.server.settings.Settings;
import io.bide.server.settings.Similar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;

/** The settings of a node as properties of an application: {@code bide.server.<setting>}. */
final class NodeProperties {
  static final String PREFIX = "bide.server";
  static final String ENABLED = "enabled";

  /** What a server does with its log is here the application's. */
  private static final List<Setting<?>> OF_THE_LOG =
      List.of(Catalogue.LOG_LEVEL, Catalogue.LOG_FORMAT);

  static final List<Setting<?>> ALL =
      Catalogue.ALL.stream().filter(setting -> !OF_THE_LOG.contains(setting)).toList();

  private NodeProperties() {}

  /**
   * Reads them. The variables that a server reads are not looked at: Spring has its own for every
   * property, such as {@code BIDE_SERVER_PORT}.
   *
   * @throws IllegalArgumentException for a property that does not exist
   * @throws io.bide.server.settings.WrongSetting for a value that is not allowed
   */
  static Settings read(Binder properties) {
    Layer layer = new Layer();
    for (Setting<?> setting : ALL) {
      String name = PREFIX + "." + setting.key();
      properties
          .bind(name, String.class)
          .ifBound(text -> layer.set(setting, text, "property " + name));
    }
    checkNames(properties);
    return Settings.of(layer, Map.of());
  }

  private static void checkNames(Binder properties) {
    Bindable<Map<String, String>> texts = Bindable.mapOf(String.class, String.class);
    for (String key : properties.bind(PREFIX, texts).orElse(Map.of()).keySet()) {
      if (!isKnown(key)) {
        String similar = Similar.to(key, ALL.stream().map(Setting::key));
        throw new IllegalArgumentException("there is no property " + PREFIX + "." + key
            + (similar == null
                ? "; those that exist are the settings in docs/configuration.md"
                : "; did you mean " + PREFIX + "." + similar + "?"));
      }
    }
  }

  private static boolean isKnown(String key) {
    return key.equals(ENABLED)
        || ALL.stream().anyMatch(setting -> uniform(setting.key()).equals(uniform(key)));
  }

  /** Variables have the same mark for a dot and for a dash. */
  private static String uniform(String key) {
    return key.replaceAll("[-._]", "").toLowerCase(Locale.ROOT);
  }
}
