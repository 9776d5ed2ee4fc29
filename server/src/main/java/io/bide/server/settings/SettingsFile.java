package io.bide.server.settings;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Settings out of a YAML file. Levels may be nested or joined by dots; every value is taken as the text
 * that stands in the file.
 */
final class SettingsFile {
  private static final int MAX_DEPTH = 4;

  private final Path path;
  private final Layer layer = new Layer();

  private SettingsFile(Path path) {
    this.path = path;
  }

  static Layer read(Path path) {
    SettingsFile file = new SettingsFile(path);
    Optional<Node> root = file.compose();
    root.ifPresent(node -> file.take("", node, 0));
    return file.layer;
  }

  private Optional<Node> compose() {
    LoadSettings strict = LoadSettings.builder()
        .setLabel(path.toString())
        .setMaxAliasesForCollections(0)
        .build();
    try {
      return new Compose(strict).composeString(Files.readString(path));
    } catch (NoSuchFileException e) {
      throw new WrongSetting("there is no file " + path + " (setting config)");
    } catch (CharacterCodingException e) {
      throw new WrongSetting(path + " is not UTF-8 text (setting config)");
    } catch (IOException e) {
      throw new WrongSetting(path + " cannot be read (setting config): " + e);
    } catch (MarkedYamlEngineException e) {
      String where =
          e.getProblemMark().map(mark -> " in line " + (mark.getLine() + 1)).orElse("");
      throw new WrongSetting(path + " is not YAML" + where + ": " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new WrongSetting(path + " is not YAML: " + e.getMessage());
    }
  }

  private void take(String key, Node node, int depth) {
    if (node instanceof MappingNode mapping && depth < MAX_DEPTH) {
      for (NodeTuple entry : mapping.getValue()) {
        String name = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
        take(key.isEmpty() ? name : key + "." + name, entry.getValueNode(), depth + 1);
      }
    } else if (key.isEmpty() && isNothing(node)) {
      return;
    } else if (key.isEmpty()) {
      throw new WrongSetting(path + " must hold settings such as \"port: 9277\"");
    } else if (node instanceof ScalarNode scalar) {
      set(key, scalar.getValue(), origin(node));
    } else {
      set(key, "a list or deeper level", origin(node));
    }
  }

  private static boolean isNothing(Node node) {
    return node instanceof ScalarNode scalar && scalar.getValue().isBlank();
  }

  private void set(String key, String value, String origin) {
    Optional<Setting<?>> setting =
        Catalogue.ALL.stream().filter(s -> s.key().equals(key)).findFirst();
    if (setting.isEmpty()) {
      throw WrongSetting.unknown(
          key, origin, Similar.to(key, Catalogue.ALL.stream().map(Setting::key)));
    }
    if (setting.get().equals(Catalogue.CONFIG)) {
      throw new WrongSetting("config is set in " + origin + "; a file cannot name another one");
    }
    layer.set(setting.get(), value, origin);
  }

  private String origin(Node node) {
    return path
        + node.getStartMark().map(mark -> " line " + (mark.getLine() + 1)).orElse("");
  }
}
