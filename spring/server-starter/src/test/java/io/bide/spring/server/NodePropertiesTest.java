package io.bide.spring.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Setting;
import io.bide.server.settings.Settings;
import io.bide.server.settings.WrongSetting;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class NodePropertiesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = "/META-INF/spring-configuration-metadata.json";

  private static Settings read(String name, Object value) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(name, value)));
    return NodeProperties.read(Binder.get(environment));
  }

  @Test
  void read_settings_areThoseOfAServer() {
    assertThat(read("bide.server.port", 0).get(Catalogue.PORT)).isZero();
    assertThat(read("bide.server.limits.body", "1MiB").get(Catalogue.LIMITS_BODY))
        .isEqualTo(1 << 20);
    assertThat(
            read("bide.server.limits.attributeBytes", "9KiB").get(Catalogue.LIMITS_ATTRIBUTE_BYTES))
        .isEqualTo(9 << 10);
    assertThat(read("bide.server.enabled", true).get(Catalogue.PORT)).isEqualTo(9277);
  }

  @Test
  void read_variableOfTheApplication_isASettingToo() {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .addFirst(new SystemEnvironmentPropertySource(
            "test-systemEnvironment", Map.of("BIDE_SERVER_LIMITS_ATTRIBUTE_BYTES", "9KiB")));
    ConfigurationPropertySources.attach(environment);

    assertThat(NodeProperties.read(Binder.get(environment)).get(Catalogue.LIMITS_ATTRIBUTE_BYTES))
        .isEqualTo(9 << 10);
  }

  @Test
  void read_unknownProperty_isNamedWithASimilarOne() {
    assertThatThrownBy(() -> read("bide.server.limits.bodi", "1MiB"))
        .hasMessageContainingAll("bide.server.limits.bodi", "bide.server.limits.body");
    assertThatThrownBy(() -> read("bide.server.log.level", "info"))
        .hasMessageContaining("bide.server.log.level");
  }

  @Test
  void read_wrongValue_isNamedWithWhatIsAllowed() {
    assertThatThrownBy(() -> read("bide.server.port", "high"))
        .isInstanceOf(WrongSetting.class)
        .hasMessageContainingAll("property bide.server.port", "high", "allowed");
  }

  @Test
  void metadata_properties_areTheSettings() throws Exception {
    ObjectNode real = expected();
    JsonNode described;
    try (InputStream file = NodePropertiesTest.class.getResourceAsStream(FILE)) {
      described = JSON.readTree(file);
    }

    Path right = Path.of("target", "spring-configuration-metadata.json");
    Files.createDirectories(right.toAbsolutePath().getParent());
    Files.writeString(right, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(real) + "\n");
    assertThat(described)
        .as("settings have changed; take " + right + " to src/main/resources/META-INF")
        .isEqualTo(real);
  }

  private static ObjectNode expected() {
    ObjectNode metadata = JSON.createObjectNode();
    ArrayNode properties = metadata.putArray("properties");
    properties
        .addObject()
        .put("name", "bide.server.enabled")
        .put("type", "java.lang.Boolean")
        .put("description", "Whether a node runs inside the application.")
        .put("defaultValue", "true");
    for (Setting<?> setting : NodeProperties.ALL) {
      ObjectNode property = properties
          .addObject()
          .put("name", "bide.server." + setting.key())
          .put("type", "java.lang.String")
          .put("description", setting.about());
      if (setting.initial() != null) {
        property.put("defaultValue", setting.initial());
      }
    }
    return metadata;
  }
}
