package io.bide.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What editors show is what there is. */
class MetadataTest {
  private static final String FILE = "/META-INF/spring-configuration-metadata.json";

  @Test
  void metadata_propertiesAndDefaults_areThoseOfTheCode() throws Exception {
    Map<String, String> real = new TreeMap<>();
    collect("bide", BideProperties.class, real);

    assertThat(described()).isEqualTo(real);
  }

  private static Map<String, String> described() throws Exception {
    Map<String, String> described = new TreeMap<>();
    try (InputStream file = MetadataTest.class.getResourceAsStream(FILE)) {
      for (JsonNode property : new ObjectMapper().readTree(file).get("properties")) {
        assertThat(property.get("description").asText()).isNotBlank();
        described.put(
            property.get("name").asText(),
            property.get("type").asText() + " = "
                + (property.has("defaultValue") ? property.get("defaultValue").asText() : "none"));
      }
    }
    return described;
  }

  private static void collect(String prefix, Class<?> type, Map<String, String> into) {
    Parameter[] parameters = type.getDeclaredConstructors()[0].getParameters();
    RecordComponent[] components = type.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      String name = prefix + "." + kebab(components[i].getName());
      if (components[i].getType().isRecord()) {
        collect(name, components[i].getType(), into);
      } else {
        DefaultValue preset = parameters[i].getAnnotation(DefaultValue.class);
        into.put(
            name,
            nameOf(components[i]) + " = "
                + (preset == null ? "none" : String.join(",", preset.value())));
      }
    }
  }

  private static String nameOf(RecordComponent component) {
    return component.getType() == int.class
        ? Integer.class.getName()
        : component.getGenericType().getTypeName();
  }

  private static String kebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
  }
}
