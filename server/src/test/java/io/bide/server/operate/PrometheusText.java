package io.bide.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text format of Prometheus (0.0.4) as strictly as its own tools check it: every sample
 * belongs to a family with help and type that stands together, labels are escaped, no series comes
 * twice, buckets rise and end with {@code +Inf}.
 */
final class PrometheusText {
  private static final Pattern META = Pattern.compile("# (HELP|TYPE) ([a-z_][a-z0-9_]*) (.+)");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"(,|$)");
  private static final Set<String> TYPES = Set.of("counter", "gauge", "histogram", "summary");

  private final Map<String, String> types = new LinkedHashMap<>();
  private final Map<String, String> helps = new LinkedHashMap<>();
  private final Map<String, Double> samples = new LinkedHashMap<>();
  private final Map<String, Set<String>> namesOfFamily = new TreeMap<>();
  private String current = "";

  private PrometheusText() {}

  static PrometheusText parse(String text) {
    assertThat(text).endsWith("\n");
    PrometheusText parsed = new PrometheusText();
    text.lines().forEach(parsed::line);
    parsed.types.forEach((family, type) -> {
      assertThat(parsed.helps).containsKey(family);
      if (type.equals("histogram")) {
        parsed.checkBuckets(family);
      }
    });
    return parsed;
  }

  private void line(String line) {
    if (line.startsWith("#")) {
      meta(line);
    } else {
      sample(line);
    }
  }

  private void meta(String line) {
    Matcher meta = META.matcher(line);
    assertThat(meta.matches()).as(line).isTrue();
    String family = meta.group(2);
    if (meta.group(1).equals("HELP")) {
      assertThat(helps.put(family, meta.group(3)))
          .as("help given twice: " + line)
          .isNull();
    } else {
      assertThat(TYPES).as(line).contains(meta.group(3));
      assertThat(types.put(family, meta.group(3)))
          .as("type given twice: " + line)
          .isNull();
    }
    current = family;
  }

  private void sample(String line) {
    int end = line.lastIndexOf(' ');
    String series = line.substring(0, end);
    int brace = series.indexOf('{');
    String name = brace < 0 ? series : series.substring(0, brace);
    assertThat(name).matches(NAME);
    assertThat(familiesOf(name)).as(line).contains(current);
    Map<String, String> labels =
        brace < 0 ? Map.of() : labels(series.substring(brace + 1, series.length() - 1), line);
    assertThat(samples.put(key(name, labels), number(line.substring(end + 1))))
        .as("twice: " + line)
        .isNull();
    namesOfFamily.computeIfAbsent(current, f -> new HashSet<>()).add(name);
  }

  private List<String> familiesOf(String name) {
    List<String> families = new ArrayList<>(List.of(name));
    if ("histogram".equals(types.get(current)) || "summary".equals(types.get(current))) {
      families.add(name.replaceFirst("_(bucket|sum|count)$", ""));
    }
    return families;
  }

  private static Map<String, String> labels(String text, String line) {
    Map<String, String> labels = new TreeMap<>();
    Matcher label = LABEL.matcher(text);
    int at = 0;
    while (at < text.length()) {
      assertThat(label.find(at) && label.start() == at).as(line).isTrue();
      assertThat(labels.put(label.group(1), unescape(label.group(2)))).as(line).isNull();
      at = label.end();
    }
    return labels;
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
        plain.append(text.charAt(i) == 'n' ? '\n' : text.charAt(i));
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static String key(String name, Map<String, String> labels) {
    return name + new TreeMap<>(labels);
  }

  private void checkBuckets(String family) {
    String prefix = family + "_bucket{";
    Map<String, Double> last = new LinkedHashMap<>();
    samples.forEach((key, value) -> {
      if (key.startsWith(prefix)) {
        String others = key.replaceFirst("le=[^,}]+(, )?", "").replace(", }", "}");
        assertThat(value).as(key).isGreaterThanOrEqualTo(last.getOrDefault(others, 0.0));
        last.put(others, value);
      }
    });
    assertThat(last).as("buckets of " + family).isNotEmpty();
    last.forEach((others, value) -> {
      String count = others.replace(prefix, family + "_count{");
      assertThat(samples.get(count)).as(count).isEqualTo(value);
      assertThat(samples).containsKey(others.replace(prefix, family + "_sum{"));
    });
  }

  /** The names of all series, those of histograms with their suffixes. */
  Set<String> names() {
    Set<String> names = new HashSet<>();
    namesOfFamily.values().forEach(names::addAll);
    return names;
  }

  Map<String, String> types() {
    return types;
  }

  Map<String, String> helps() {
    return helps;
  }

  boolean has(String name, String... labels) {
    return samples.containsKey(key(name, map(labels)));
  }

  double value(String name, String... labels) {
    String key = key(name, map(labels));
    assertThat(samples).containsKey(key);
    return samples.get(key);
  }

  long seriesOf(String name) {
    return samples.keySet().stream().filter(key -> key.startsWith(name + "{")).count();
  }

  private static Map<String, String> map(String... labels) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      map.put(labels[i], labels[i + 1]);
    }
    return map;
  }
}
