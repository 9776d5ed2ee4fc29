package io.bide.server.settings;

import io.bide.server.http.Networks;
import java.util.List;

/**
 * What can be set for each dialect that was made for the clients of another system.
 *
 * @param name the dialect's
 * @param openTo who may call without a key, because such clients cannot send one
 * @param openAs the key whose rights they have
 */
public record DialectSettings(
    String name,
    Setting<Boolean> enabled,
    Setting<Integer> port,
    Setting<Networks> openTo,
    Setting<String> openAs) {
  private static final Kind<Networks> NETWORKS = new Kind<>(
      "WHO",
      "nobody, or a list of loopback, addresses and networks, such as loopback,10.1.0.0/16",
      Networks::parse);

  static DialectSettings of(String name) {
    String key = "dialects." + name + ".";
    return new DialectSettings(
        name,
        Setting.of(key + "enabled", Kind.onOff(), "true", "Whether it is spoken: " + name + "."),
        Setting.optional(
            key + "port", Kind.count(0, 65_535), "that of the server", "A port of its own."),
        Setting.of(
            key + "open-to",
            NETWORKS,
            Networks.NOBODY,
            "Who may speak it without a key although there are keys; see below."),
        Setting.optional(
            key + "open-as",
            Kind.text("NAME", "the name of a key"),
            "all rights",
            "The key whose rights they have."));
  }

  /** In the order in which they are shown. */
  List<Setting<?>> all() {
    return List.of(enabled, port, openTo, openAs);
  }
}
