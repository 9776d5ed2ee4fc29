package io.bide.server.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What one place sets: the command line, the environment, or a file. Every value is already read. */
public final class Layer {
  private final Map<Setting<?>, Given<?>> values = new LinkedHashMap<>();

  /**
   * A value and where it comes from.
   *
   * @param text as it was written
   * @param origin for an operator who looks for it
   */
  record Given<T>(T value, String text, String origin) {}

  /**
   * Takes what was given for a setting.
   *
   * @throws WrongSetting when it is not allowed, or was given before in the same place
   */
  public <T> void set(Setting<T> setting, String text, String origin) {
    if (values.containsKey(setting)) {
      throw new WrongSetting(setting.key() + " is set twice (" + origin + "); keep one of them");
    }
    try {
      values.put(setting, new Given<>(setting.kind().read(text), text, origin));
    } catch (NumberFormatException e) {
      throw WrongSetting.value(setting, text, origin, null);
    } catch (IllegalArgumentException e) {
      throw WrongSetting.value(setting, text, origin, e.getMessage());
    }
  }

  @SuppressWarnings("unchecked") // Only set() writes, which keeps the types together.
  <T> Optional<Given<T>> find(Setting<T> setting) {
    return Optional.ofNullable((Given<T>) values.get(setting));
  }
}
