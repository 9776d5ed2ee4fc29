package io.bide.server.settings;

import org.jspecify.annotations.Nullable;

/** A setting that nobody knows, or a value that it cannot have. The message is for the operator. */
public final class WrongSetting extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongSetting(String message) {
    super(message);
  }

  /** The value is not shown: of a setting that nobody knows, nobody knows whether it is a secret. */
  static WrongSetting unknown(String name, String origin, @Nullable String similar) {
    String hint = similar == null
        ? "; all settings are in docs/configuration.md and \"bide serve --help\""
        : "; did you mean " + similar + "?";
    return new WrongSetting("there is no setting " + name + " (" + origin + ")" + hint);
  }

  static WrongSetting value(Setting<?> setting, String text, String origin, @Nullable String why) {
    return new WrongSetting(setting.key() + " is \"" + setting.kind().shown().apply(text) + "\" ("
        + origin + ")"
        + (why == null ? "" : ": " + why)
        + "; allowed: " + setting.kind().allowed());
  }
}
