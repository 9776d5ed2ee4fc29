package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What docs/protocol.md shows is what happens. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ProtocolIT {
  private static final Path DOCUMENT = Path.of("..", "docs", "protocol.md");
  private static final String BASE = "http://127.0.0.1:9277";
  private static final Pattern WORDS = Pattern.compile("'([^']*)'|(\\S+)");

  /** A curl line and the answer below it. */
  private record Example(String command, int status, String answer) {}

  private static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    String command = "";
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("curl ")) {
        assertThat(command).as("a command without an answer").isEmpty();
        command = line;
      } else if (line.startsWith("→ ")) {
        String[] parts = line.split(" ", 3);
        examples.add(new Example(command, Integer.parseInt(parts[1]), parts[2]));
        command = "";
      }
    }
    return examples;
  }

  @Test
  void examples_doWhatTheyShow() throws IOException {
    List<Example> examples = examples();
    assertThat(examples).hasSizeGreaterThan(35);
    try (RestServer server = RestServer.inMemory()) {
      RestClient client = new RestClient(server.port());
      for (Example example : examples) {
        RestClient.Answer answer = run(client, example.command());
        assertThat(answer.status())
            .as("%s%n%s", example.command(), answer.text())
            .isEqualTo(example.status());
        assertThat(answer.text().strip()).as(example.command()).matches(pattern(example.answer()));
      }
    }
  }

  /** Understands as much of curl as the document uses, and nothing else. */
  private static RestClient.Answer run(RestClient client, String command) {
    List<String> words = WORDS
        .matcher(command)
        .results()
        .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
        .toList();
    String method = "";
    String url = "";
    String data = "";
    List<String> headers = new ArrayList<>();
    for (int i = 1; i < words.size(); i++) {
      switch (words.get(i)) {
        case "-X" -> method = words.get(++i);
        case "-d" -> data = words.get(++i);
        case "-H" -> headers.addAll(List.of(words.get(++i).split(": ", 2)));
        default -> url = words.get(i);
      }
    }
    assertThat(url).as(command).startsWith(BASE);
    String verb = !method.isEmpty() ? method : data.isEmpty() ? "GET" : "POST";
    return client.wrong(verb, url.substring(BASE.length()), data, headers.toArray(String[]::new));
  }

  private static Pattern pattern(String answer) {
    return Pattern.compile(
        Stream.of(answer.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
        Pattern.DOTALL);
  }

  @Test
  void document_namesEveryCode() throws IOException {
    String text = Files.readString(DOCUMENT);

    for (ErrorCode code : ErrorCode.values()) {
      assertThat(text).contains("`" + code.name().toLowerCase(Locale.ROOT).replace('_', '-') + "`");
    }
  }

  @Test
  void document_namesEveryRouteAndParameterAndField() throws IOException {
    String text = Files.readString(DOCUMENT);
    OpenApi openApi = new OpenApi();

    openApi.routes().stream()
        .filter(route -> !route.contains("namespaces") && !route.endsWith("/claims"))
        .forEach(route -> assertThat(text).contains("`" + route));
    Matcher fields =
        Pattern.compile("\"name\": \"(\\w+)\", *\\s*\"in\": \"query\"").matcher(OpenApi.text());
    while (fields.find()) {
      assertThat(text).contains(fields.group(1));
    }
    for (String schema : List.of(
        "Put", "Claim", "Settings", "Redrive", "Release", "Message", "Delivery", "Info", "Topic")) {
      openApi
          .document()
          .at("/components/schemas/" + schema + "/properties")
          .propertyNames()
          .forEach(field -> assertThat(text).as(schema).contains(field));
    }
  }
}
