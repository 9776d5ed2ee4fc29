package io.bide.server.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which server a command speaks with, as whom, and how its answer is shown. */
final class ServerOptions {
  static final String DEFAULT_URL = "http://127.0.0.1:9277";
  static final String DEFAULT_NAMESPACE = "default";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server; otherwise $BIDE_URL, otherwise " + DEFAULT_URL + ".")
  private @Nullable String url;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "The API key; better given as $BIDE_KEY, where other users cannot see it.")
  private @Nullable String key;

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description = "Certificates in PEM to trust besides the usual ones; otherwise $BIDE_CACERT.")
  private @Nullable Path certificates;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description = "The namespace of the topic; otherwise $BIDE_NAMESPACE, otherwise "
          + DEFAULT_NAMESPACE
          + ".")
  private @Nullable String namespace;

  @Option(names = "--json", description = "Print the server's answer as it is.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;

  boolean json() {
    return json;
  }

  Paths paths(Map<String, String> environment) {
    return new Paths(
        first(namespace, environment.get("BIDE_NAMESPACE"), DEFAULT_NAMESPACE), command());
  }

  Remote remote(Map<String, String> environment) {
    String file = environment.get("BIDE_CACERT");
    Path trusted = certificates != null || file == null ? certificates : Path.of(file);
    String secret = key != null ? key : environment.get("BIDE_KEY");
    return new Remote(address(environment), secret, Trust.in(trusted));
  }

  private URI address(Map<String, String> environment) {
    String text = first(url, environment.get("BIDE_URL"), DEFAULT_URL);
    try {
      URI address = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if (address.getHost() != null
          && address.getQuery() == null
          && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      throw notAnAddress(text);
    }
    throw notAnAddress(text);
  }

  private ParameterException notAnAddress(String text) {
    return new ParameterException(
        command().commandLine(), "--url is '" + text + "'; give one like " + DEFAULT_URL);
  }

  private CommandSpec command() {
    if (command == null) {
      throw new IllegalStateException("used before the command line was read");
    }
    return command;
  }

  private static String first(@Nullable String a, @Nullable String b, String otherwise) {
    if (a != null) {
      return a;
    }
    return b != null && !b.isEmpty() ? b : otherwise;
  }
}
