package io.bide.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Setting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

@Timeout(240)
class DeploymentTest {
  private static final Pattern METRIC =
      Pattern.compile("\\b((?:bide|jvm|process|system|disk)_[a-z0-9_]+)\\b");
  private static final Pattern VARIABLE = Pattern.compile("\\b(BIDE_[A-Z_]*[A-Z])\\b");

  private static List<Object> yaml(String file) throws IOException {
    LoadSettings settings = LoadSettings.builder().setLabel(file).build();
    Iterable<Object> documents = new Load(settings).loadAllFromString(Deployment.read(file));
    return StreamSupport.stream(documents.spliterator(), false).collect(Collectors.toList());
  }

  /** What is inside, by names of fields and numbers of elements. */
  private static Object at(Object node, Object... path) {
    Object found = node;
    for (Object step : path) {
      found = step instanceof Integer index
          ? ((List<?>) found).get(index)
          : ((Map<?, ?>) found).get(step);
      assertThat(found).as(step + " of " + List.of(path)).isNotNull();
    }
    return found;
  }

  private static Set<String> find(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<JsonObject> panels() throws IOException {
    JsonArray all = new JsonObject(Deployment.read("grafana/bide.json")).getJsonArray("panels");
    return all.stream().map(JsonObject.class::cast).toList();
  }

  private static List<String> dashboardQueries() throws IOException {
    List<String> queries = new ArrayList<>();
    for (JsonObject panel : panels()) {
      for (Object target : panel.getJsonArray("targets", new JsonArray())) {
        queries.add(((JsonObject) target).getString("expr"));
      }
    }
    return queries;
  }

  private static List<String> alertQueries() throws IOException {
    List<?> rules = (List<?>) at(yaml("prometheus/bide.rules.yml").get(0), "groups", 0, "rules");
    return rules.stream().map(rule -> (String) at(rule, "expr")).toList();
  }

  @Test
  void metrics_ofTheDashboard_areScraped() throws IOException {
    assertScraped(dashboardQueries(), 30);
  }

  @Test
  void metrics_ofTheAlerts_areScraped() throws IOException {
    assertScraped(alertQueries(), 8);
  }

  private static void assertScraped(List<String> queries, int atLeast) {
    Set<String> used = find(METRIC, String.join("\n", queries));
    assertThat(used).hasSizeGreaterThanOrEqualTo(atLeast);
    try (Bench bench = Bench.afterALife()) {
      assertThat(bench.scrape().names()).containsAll(used);
    }
  }

  @Test
  void dashboard_showsEveryMetricOfOurs() throws IOException {
    String queries = Deployment.read("grafana/bide.json");
    for (Family family : Family.values()) {
      // How many topics there are is for those who look for series that are too many.
      if (family != Family.TOPICS) {
        assertThat(queries).contains(family.exposed());
      }
    }
  }

  @Test
  void dashboard_canBeImported_withAChosenDataSource() throws IOException {
    JsonObject dashboard = new JsonObject(Deployment.read("grafana/bide.json"));
    List<String> variables = dashboard.getJsonObject("templating").getJsonArray("list").stream()
        .map(variable -> ((JsonObject) variable).getString("name"))
        .toList();

    assertThat(variables).containsExactly("datasource", "instance", "namespace", "topic");
    assertThat(dashboard.getValue("id")).isNull();
    assertThat(panels()).extracting(panel -> panel.getInteger("id")).doesNotHaveDuplicates();
    for (JsonObject panel : panels()) {
      if (!panel.getString("type").equals("row")) {
        assertThat(panel.getJsonObject("datasource").getString("uid")).isEqualTo("${datasource}");
      }
    }
  }

  @Test
  void panels_doNotOverlap() throws IOException {
    Set<String> taken = new TreeSet<>();
    for (JsonObject panel : panels()) {
      JsonObject place = panel.getJsonObject("gridPos");
      assertThat(place.getInteger("x") + place.getInteger("w")).isLessThanOrEqualTo(24);
      for (int x = 0; x < place.getInteger("w"); x++) {
        for (int y = 0; y < place.getInteger("h"); y++) {
          String cell = (place.getInteger("x") + x) + "," + (place.getInteger("y") + y);
          assertThat(taken.add(cell))
              .as(panel.getString("title") + " at " + cell)
              .isTrue();
        }
      }
    }
  }

  @Test
  void alerts_sayWhatIsWrongAndHowUrgentItIs() throws IOException {
    List<?> rules = (List<?>) at(yaml("prometheus/bide.rules.yml").get(0), "groups", 0, "rules");
    for (Object rule : rules) {
      assertThat((String) at(rule, "labels", "severity")).isIn("critical", "warning", "info");
      assertThat((String) at(rule, "annotations", "summary")).isNotBlank();
      assertThat((String) at(rule, "annotations", "description")).isNotBlank();
    }
  }

  @Test
  void prometheus_readsTheRulesAndSendsAKey() throws IOException {
    Object config = yaml("prometheus/prometheus.yml").get(0);

    assertThat(at(config, "rule_files", 0)).isEqualTo("bide.rules.yml");
    // The alerts go by this name.
    assertThat(at(config, "scrape_configs", 0, "job_name")).isEqualTo("bide");
    assertThat(at(config, "scrape_configs", 0, "authorization", "credentials_file"))
        .isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker/Dockerfile", "systemd/bide.service", "kubernetes/bide.yaml"})
  void variables_ofADeployment_areSettings(String file) throws IOException {
    Set<String> known = Catalogue.ALL.stream().map(Setting::variable).collect(Collectors.toSet());
    Set<String> used = find(VARIABLE, Deployment.read(file));
    used.remove("BIDE_NAME");

    assertThat(used).contains("BIDE_DATA");
    assertThat(known).containsAll(used);
  }

  @Test
  void kubernetes_probesTheRoutesThatExistAndKeepsToLittlePower() throws IOException {
    Object pod = at(yaml("kubernetes/bide.yaml").get(1), "spec", "template", "spec");
    Object container = at(pod, "containers", 0);

    assertThat(at(container, "livenessProbe", "httpGet", "path")).isEqualTo("/healthz");
    assertThat(at(container, "readinessProbe", "httpGet", "path")).isEqualTo("/readyz");
    assertThat((Integer) at(container, "readinessProbe", "timeoutSeconds"))
        .isGreaterThan((int) Health.DEADLINE.toSeconds());
    assertThat((Integer) at(pod, "terminationGracePeriodSeconds")).isGreaterThan(30);
    assertThat(at(pod, "securityContext", "runAsNonRoot")).isEqualTo(true);
    assertThat(at(container, "securityContext", "readOnlyRootFilesystem")).isEqualTo(true);
    assertThat(at(container, "securityContext", "capabilities", "drop", 0)).isEqualTo("ALL");
    assertThat(at(pod, "volumes", 0, "secret", "secretName")).isEqualTo("bide-keys");
  }

  @Test
  void service_selectsThePodsOfTheStatefulSet() throws IOException {
    List<Object> documents = yaml("kubernetes/bide.yaml");

    assertThat(at(documents.get(0), "spec", "selector"))
        .isEqualTo(at(documents.get(1), "spec", "selector", "matchLabels"))
        .isEqualTo(at(documents.get(1), "spec", "template", "metadata", "labels"));
    assertThat(at(documents.get(1), "spec", "serviceName"))
        .isEqualTo(at(documents.get(0), "metadata", "name"));
  }
}
