package io.bide.testing.random;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One operation as data. Its text is one line, a verb and arguments without blanks:
 *
 * <pre>put topic=a id=1 body=x due=+PT2S mode=MERGE</pre>
 */
record Step(Verb verb, Map<String, String> args) {
  Step {
    args = Collections.unmodifiableMap(new LinkedHashMap<>(args));
  }

  static Step of(Verb verb) {
    return new Step(verb, Map.of());
  }

  /** The same step with one more argument; none if the value is null. */
  Step with(String name, @Nullable Object value) {
    if (value == null) {
      return this;
    }
    Map<String, String> more = new LinkedHashMap<>(args);
    more.put(name, value.toString());
    return new Step(verb, more);
  }

  boolean has(String name) {
    return args.containsKey(name);
  }

  String get(String name) {
    String value = args.get(name);
    if (value == null) {
      throw new IllegalArgumentException("'" + this + "' has no " + name);
    }
    return value;
  }

  <T> @Nullable T read(String name, Function<String, T> reading) {
    String value = args.get(name);
    return value == null ? null : reading.apply(value);
  }

  <T> T read(String name, T otherwise, Function<String, T> reading) {
    String value = args.get(name);
    return value == null ? otherwise : reading.apply(value);
  }

  static Step parse(String line) {
    List<String> words = List.of(line.strip().split(" ", -1));
    Step step = of(Verb.of(words.get(0)));
    for (String word : words.subList(1, words.size())) {
      int equals = word.indexOf('=');
      step = step.with(word.substring(0, equals), word.substring(equals + 1));
    }
    return step;
  }

  /** Reads one step from each line that is neither blank nor a comment. */
  static List<Step> parseAll(String text) {
    return text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(Step::parse)
        .toList();
  }

  @Override
  public String toString() {
    return args.entrySet().stream()
        .map(arg -> " " + arg.getKey() + "=" + arg.getValue())
        .collect(Collectors.joining("", verb.word(), ""));
  }
}
