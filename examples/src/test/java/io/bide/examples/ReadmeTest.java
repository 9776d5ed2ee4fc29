package io.bide.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the README compiles, and each way to use the queue is short. */
class ReadmeTest {
  private static final Path README = Path.of("").toAbsolutePath().getParent().resolve("README.md");
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final String SECTION = "\n## In a Java application\n";
  private static final int MOST_LINES = 20;

  @TempDir
  private Path classes;

  private static List<String> blocks() throws IOException {
    String readme = Files.readString(README);
    int begin = readme.indexOf(SECTION);
    return BLOCK
        .matcher(readme.substring(begin, readme.indexOf("\n## ", begin + SECTION.length())))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  private static String program(String block) {
    return """
        import io.bide.*;
        import io.bide.client.*;
        import io.bide.engine.*;
        import io.bide.store.redis.*;
        import io.bide.store.rocksdb.*;
        import io.bide.tasks.*;
        import io.bide.worker.*;
        import java.nio.file.*;
        import java.time.*;

        class Program {
          void run() {
        %s
          }
        }
        """.formatted(block);
  }

  private String errors(String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///Program.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    StringWriter out = new StringWriter();
    List<String> options = List.of(
        "-proc:none",
        "-d",
        classes.toString(),
        "-classpath",
        System.getProperty("java.class.path"));
    boolean compiled =
        compiler.getTask(out, null, null, options, null, List.of(file)).call();
    return compiled ? "" : out.toString();
  }

  @Test
  void programs_ofTheThreeWays_compile() throws IOException {
    assertThat(blocks())
        .hasSize(3)
        .allSatisfy(block -> assertThat(errors(program(block))).isEmpty());
  }

  @Test
  void programs_ofTheThreeWays_areShort() throws IOException {
    assertThat(blocks()).allSatisfy(block -> assertThat(block.lines()).hasSizeLessThan(MOST_LINES));
  }
}
