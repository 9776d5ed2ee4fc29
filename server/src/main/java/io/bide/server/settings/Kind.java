package io.bide.server.settings;

import io.bide.BideException;
import io.bide.engine.push.Network;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A kind of value: how it is read, and what may be given.
 *
 * @param label stands for the value where a command's usage is shown
 * @param allowed what may be given, in words
 * @param reader throws {@link IllegalArgumentException} for anything else; a message of its own goes to
 *     the operator
 * @param shown what of a text may be shown to whoever reads the log
 */
public record Kind<T>(
    String label, String allowed, Function<String, T> reader, UnaryOperator<String> shown) {
  Kind(String label, String allowed, Function<String, T> reader) {
    this(label, allowed, reader, UnaryOperator.identity());
  }

  T read(String text) {
    return reader.apply(text);
  }

  /** Whether it is either on or off, and naming it switches it on. */
  public boolean isSwitch() {
    return label.isEmpty();
  }

  static Kind<Boolean> onOff() {
    return new Kind<>("", "true or false", text -> switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException();
    });
  }

  static Kind<String> text(String label, String allowed) {
    return new Kind<>(label, allowed, text -> {
      require(!text.isBlank());
      return text;
    });
  }

  /** Values separated by commas. */
  static Kind<List<String>> list(String label, String allowed) {
    return new Kind<>(label, allowed, text -> {
      List<String> parts = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
      require(parts.stream().noneMatch(String::isEmpty));
      return parts;
    });
  }

  static Kind<URI> url(String example) {
    return new Kind<>("URL", "a URL " + example, text -> {
      URI url = URI.create(text);
      require(url.getHost() != null);
      require("http".equals(url.getScheme()) || "https".equals(url.getScheme()));
      return url;
    });
  }

  static Kind<List<Network>> networks() {
    String allowed = "networks separated by commas, such as 127.0.0.0/8,fd00::/8";
    return new Kind<>("NETWORKS", allowed, text -> {
      try {
        return Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .map(Network::parse)
            .toList();
      } catch (BideException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
    });
  }

  static Kind<String> secret(String label, String allowed) {
    return new Kind<>(label, allowed, text(label, allowed).reader(), text -> "***");
  }

  /** A text that has none of these characters. */
  static Kind<String> textWithout(String characters, String label, String allowed) {
    return new Kind<>(label, allowed, text -> {
      require(!text.isBlank() && text.chars().noneMatch(c -> characters.indexOf(c) >= 0));
      return text;
    });
  }

  static Kind<Path> file(String allowed) {
    return new Kind<>("PATH", allowed, text -> {
      require(!text.isBlank());
      try {
        return Path.of(text);
      } catch (InvalidPathException e) {
        throw new IllegalArgumentException(e.getReason(), e);
      }
    });
  }

  static <E extends Enum<E>> Kind<E> oneOf(Class<E> type) {
    List<String> words = Arrays.stream(type.getEnumConstants()).map(Kind::word).toList();
    return new Kind<>("WORD", String.join(", ", words), text -> {
      int index = words.indexOf(text.toLowerCase(Locale.ROOT));
      require(index >= 0);
      return type.getEnumConstants()[index];
    });
  }

  /** A constant as it is written in settings. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static Kind<Integer> count(int least, int most) {
    return new Kind<>("N", "a number from " + least + " to " + most, text -> {
      int value = Integer.parseInt(text);
      require(value >= least && value <= most);
      return value;
    });
  }

  static Kind<Long> size(String least, String most) {
    long from = Amounts.bytes(least);
    long to = Amounts.bytes(most);
    String allowed = "a size from " + least + " to " + most + ", such as 64KiB or 1MiB";
    return new Kind<>("SIZE", allowed, text -> {
      long value = Amounts.bytes(text);
      require(value >= from && value <= to);
      return value;
    });
  }

  static Kind<Duration> duration(String least, String most) {
    Duration from = Amounts.duration(least);
    Duration to = Amounts.duration(most);
    String allowed = "a duration from " + least + " to " + most + ", such as 500ms, 30s or 1m30s";
    return new Kind<>("DURATION", allowed, text -> {
      Duration value = Amounts.duration(text);
      require(value.compareTo(from) >= 0 && value.compareTo(to) <= 0);
      return value;
    });
  }

  private static void require(boolean good) {
    if (!good) {
      throw new IllegalArgumentException();
    }
  }
}
