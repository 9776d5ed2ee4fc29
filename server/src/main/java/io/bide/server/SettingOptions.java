package io.bide.server;

import io.bide.server.settings.Layer;
import io.bide.server.settings.Setting;
import io.bide.server.settings.Settings;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Settings as options of a command. */
final class SettingOptions {
  private final List<Setting<?>> settings;

  SettingOptions(List<Setting<?>> settings) {
    this.settings = settings;
  }

  void addTo(CommandSpec command) {
    settings.forEach(setting -> command.addOption(option(setting)));
  }

  /** What the options, the environment and the file say together. */
  Settings read(ParseResult result, Map<String, String> environment) {
    Layer layer = new Layer();
    for (Setting<?> setting : settings) {
      String text = result.matchedOptionValue(setting.option(), (String) null);
      if (text != null) {
        layer.set(setting, text, setting.option());
      }
    }
    return Settings.of(layer, environment);
  }

  private static OptionSpec option(Setting<?> setting) {
    OptionSpec.Builder option = OptionSpec.builder(setting.option())
        .type(String.class)
        .description(setting.about() + " Default: " + setting.otherwise() + ".");
    if (setting.kind().isSwitch()) {
      option.arity("0..1").fallbackValue("true").paramLabel("true|false");
    } else {
      option.paramLabel(setting.kind().label());
    }
    return option.build();
  }
}
