package io.bide.server;

import io.bide.server.auth.ApiKey;
import io.bide.server.auth.KeyFile;
import io.bide.server.auth.Scope;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes, lists and removes API keys, in the file that running servers follow. */
@Command(
    name = "keys",
    description = "Makes, lists and removes API keys. Running servers follow within two seconds.",
    versionProvider = Main.VersionText.class,
    mixinStandardHelpOptions = true)
final class KeysCommand {
  private final SettingOptions options =
      new SettingOptions(List.of(Catalogue.DATA, Catalogue.KEYS, Catalogue.CONFIG));
  private final Map<String, String> environment;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  private KeysCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static CommandLine of(Map<String, String> environment) {
    KeysCommand keys = new KeysCommand(environment);
    CommandLine command = new CommandLine(keys);
    command.getSubcommands().values().forEach(sub -> keys.options.addTo(sub.getCommandSpec()));
    return command;
  }

  @Command(
      description = {
        "Makes a key and shows it, this once. With the first key, every request needs one.",
        "Example: bide keys add mailer --topics mail. --actions put,claim"
      },
      versionProvider = Main.VersionText.class,
      mixinStandardHelpOptions = true)
  int add(
      @Parameters(paramLabel = "NAME", description = "What to call it, in \"keys list\".")
          String name,
      @Option(
              names = "--namespace",
              paramLabel = "NS",
              description = "The only namespace it may touch. Default: all.")
          @Nullable
          String namespace,
      @Option(
              names = "--topics",
              paramLabel = "PREFIX",
              defaultValue = "",
              description = "How the topics begin that it may touch. Default: all.")
          String topics,
      @Option(
              names = "--actions",
              paramLabel = "LIST",
              defaultValue = "put,claim,operate",
              description = "What it may do: put, claim, operate. Default: all of them.")
          String actions) {
    CommandSpec command = current();
    String secret = ApiKey.newSecret(new SecureRandom());
    ApiKey key = make(command, name, secret, namespace, topics, actions);
    KeyFile file = file(command);
    change(file, keys -> {
      if (keys.stream().anyMatch(other -> other.name().equals(name))) {
        throw new OperatorException("there is already a key " + name + " in " + file.path()
            + "; choose another name, or remove it first");
      }
      List<ApiKey> more = new ArrayList<>(keys);
      more.add(key);
      return more;
    });
    PrintWriter err = command.commandLine().getErr();
    err.println("Made key " + key + ". It is shown only now; send it as"
        + " \"Authorization: Bearer <key>\".");
    // Alone on standard output, so that a script can take it.
    command.commandLine().getOut().println(secret);
    return CommandLine.ExitCode.OK;
  }

  @Command(
      description = "Lists the keys and what each is good for.",
      versionProvider = Main.VersionText.class,
      mixinStandardHelpOptions = true)
  int list() {
    CommandSpec command = current();
    PrintWriter out = command.commandLine().getOut();
    KeyFile file = file(command);
    List<ApiKey> keys = read(file);
    if (keys.isEmpty()) {
      out.println("There are no keys in " + file.path() + ".");
    }
    int width = keys.stream().mapToInt(key -> key.name().length()).max().orElse(0);
    keys.forEach(
        key -> out.println(key.name() + " ".repeat(width - key.name().length() + 2) + key.scope()));
    return CommandLine.ExitCode.OK;
  }

  @Command(
      description = "Removes a key.",
      versionProvider = Main.VersionText.class,
      mixinStandardHelpOptions = true)
  int remove(@Parameters(paramLabel = "NAME", description = "The key to remove.") String name) {
    CommandSpec command = current();
    KeyFile file = file(command);
    change(file, keys -> {
      List<ApiKey> rest = keys.stream().filter(key -> !key.name().equals(name)).toList();
      if (rest.size() == keys.size()) {
        throw new OperatorException(
            "there is no key " + name + " in " + file.path() + "; see \"bide keys list\"");
      }
      return rest;
    });
    command.commandLine().getErr().println("Removed key " + name + ".");
    return CommandLine.ExitCode.OK;
  }

  private static ApiKey make(
      CommandSpec command,
      String name,
      String secret,
      @Nullable String namespace,
      String topics,
      String actions) {
    try {
      return ApiKey.of(name, secret, new Scope(namespace, topics, KeyFile.actions(actions)));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  /** The subcommand that is being run. */
  private CommandSpec current() {
    return spec.commandLine().getParseResult().subcommand().commandSpec();
  }

  private KeyFile file(CommandSpec command) {
    Settings settings = options.read(command.commandLine().getParseResult(), environment);
    return new KeyFile(settings.keysFile());
  }

  private static List<ApiKey> read(KeyFile file) {
    try {
      return file.read();
    } catch (IOException e) {
      throw cannotUse(file, e);
    }
  }

  private static void change(KeyFile file, UnaryOperator<List<ApiKey>> change) {
    try {
      file.change(change);
    } catch (IOException e) {
      throw cannotUse(file, e);
    }
  }

  private static OperatorException cannotUse(KeyFile file, IOException e) {
    return new OperatorException(
        "the file of keys " + file.path() + " cannot be used: " + e + "; check its path and owner",
        e);
  }
}
