package io.bide.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What documents point at is there: files by links, tests by {@code Class#method}. */
class DocumentsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();
  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(#[^)\\s]*)?\\)");
  private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");
  private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules", "data");

  private static List<Path> files(String ending) throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(path -> path.toString().endsWith(ending))
          .filter(path -> isOurs(ROOT.relativize(path)))
          .toList();
    }
  }

  private static boolean isOurs(Path path) {
    for (Path part : path) {
      if (NOT_OURS.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }

  @Test
  void links_toFiles_leadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : files(".md")) {
      Matcher link = LINK.matcher(Files.readString(document));
      while (link.find()) {
        String target = link.group(1);
        if (!target.contains(":") && !Files.exists(document.resolveSibling(target))) {
          broken.add(ROOT.relativize(document) + " -> " + target);
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void tests_thatTheLineageNames_exist() throws IOException {
    Set<String> missing = new TreeSet<>();
    Set<String> found = new TreeSet<>();
    List<Path> sources = files(".java");
    Matcher test = TEST.matcher(Files.readString(ROOT.resolve("docs/lineage.md")));
    while (test.find()) {
      boolean exists = declares(sources, test.group(1) + ".java", test.group(2));
      (exists ? found : missing).add(test.group());
    }

    assertThat(missing).isEmpty();
    assertThat(found).hasSizeGreaterThan(50);
  }

  private static boolean declares(List<Path> sources, String file, String method)
      throws IOException {
    for (Path source : sources) {
      if (source.endsWith(file) && Files.readString(source).contains("void " + method + "(")) {
        return true;
      }
    }
    return false;
  }
}
