package io.bide.server;

import io.bide.server.log.Logs;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Catalogue.LogFormat;
import io.bide.server.settings.Settings;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a node until it is told to stop, or its store fails. */
@Command(
    name = "serve",
    description =
        "Starts the server. Every option is also a key of the YAML file named by --config,"
            + " and an environment variable: --limits-body is limits.body and BIDE_LIMITS_BODY.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:told to stop", "1:cannot start, or the store has failed", "2:a wrong setting"
    })
final class ServeCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(ServeCommand.class);
  private static final int STORE_FAILED = 1;

  private final SettingOptions options = new SettingOptions(Catalogue.ALL);
  private final Map<String, String> environment;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  private ServeCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static CommandLine of(Map<String, String> environment) {
    ServeCommand serve = new ServeCommand(environment);
    CommandLine command = new CommandLine(serve);
    serve.options.addTo(command.getCommandSpec());
    return command;
  }

  @Override
  public Integer call() {
    Settings settings = options.read(spec.commandLine().getParseResult(), environment);
    Logs.set(settings.get(Catalogue.LOG_LEVEL), settings.get(Catalogue.LOG_FORMAT));
    log.info("Bide {}; set: {}", Version.text(), settings.tellAll());
    Signals signals = Signals.listen();
    try (Node node = Assembly.start(settings)) {
      if (settings.get(Catalogue.LOG_FORMAT) == LogFormat.TEXT) {
        spec.commandLine().getOut().println(new Welcome(node.facts()).text());
        spec.commandLine().getOut().flush();
      }
      return untilTheEnd(node, signals);
    }
  }

  private static int untilTheEnd(Node node, Signals signals) {
    CompletableFuture<Integer> asked = signals.first().thenApply(signal -> {
      log.info("Stopping, because of {}", signal);
      return CommandLine.ExitCode.OK;
    });
    CompletableFuture<Integer> failed = node.failure().thenApply(reason -> {
      log.error("Stopping, because the store has failed for good: {}", reason.getMessage());
      return STORE_FAILED;
    });
    return asked.applyToEither(failed, code -> code).join();
  }
}
