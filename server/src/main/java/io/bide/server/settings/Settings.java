package io.bide.server.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What everything is set to: the command line goes before the environment, the environment before the
 * file, the file before the defaults. Unchangeable.
 */
public final class Settings {
  private final List<Layer> layers;

  private Settings(List<Layer> layers) {
    this.layers = List.copyOf(layers);
    check();
  }

  /**
   * Reads and checks everything, also what is overruled.
   *
   * @throws WrongSetting for the first setting that is unknown or wrong
   */
  public static Settings of(Layer commandLine, Map<String, String> variables) {
    Layer environment = Environment.read(variables);
    Optional<Path> file = commandLine
        .find(Catalogue.CONFIG)
        .or(() -> environment.find(Catalogue.CONFIG))
        .map(Layer.Given::value);
    return new Settings(file.map(path -> List.of(commandLine, environment, SettingsFile.read(path)))
        .orElse(List.of(commandLine, environment)));
  }

  /** The value of a setting that always has one. */
  public <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new NoSuchElementException(setting.key() + " has no default"));
  }

  public <T> Optional<T> find(Setting<T> setting) {
    return given(setting).map(Layer.Given::value).or(setting::preset);
  }

  /** A setting, its value and where that comes from, for a message to the operator. */
  public String tell(Setting<?> setting) {
    return given(setting)
        .map(given -> setting.key() + " is " + setting.kind().shown().apply(given.text()) + " ("
            + given.origin() + ")")
        .orElse(setting.key() + " is " + setting.otherwise() + " (default)");
  }

  /** Everything that was set, in the same words. */
  public String tellAll() {
    String all = Catalogue.ALL.stream()
        .filter(setting -> given(setting).isPresent())
        .map(this::tell)
        .collect(Collectors.joining(", "));
    return all.isEmpty() ? "nothing, all settings have their defaults" : all;
  }

  /** Where the API keys are. */
  public Path keysFile() {
    return find(Catalogue.KEYS).orElseGet(() -> get(Catalogue.DATA).resolve("auth.keys"));
  }

  /** What an answer stands for, which depends on the store if nobody has said it. */
  public Catalogue.Durability durability() {
    return find(Catalogue.DURABILITY)
        .orElseGet(() -> get(Catalogue.STORE).isRedis()
            ? Catalogue.Durability.ASYNC
            : Catalogue.Durability.SYNCED);
  }

  /** The store, with the user and the password that are set apart from it. */
  public StoreChoice store() {
    StoreChoice store = get(Catalogue.STORE);
    String user = find(Catalogue.REDIS_USER).orElse("");
    return find(Catalogue.REDIS_PASSWORD)
        .filter(password -> store.isRedis())
        .map(password -> store.as(user, password))
        .orElse(store);
  }

  private <T> Optional<Layer.Given<T>> given(Setting<T> setting) {
    return layers.stream().flatMap(layer -> layer.find(setting).stream()).findFirst();
  }

  private void check() {
    checkStore();
    checkFront();
  }

  private void checkStore() {
    StoreChoice store = get(Catalogue.STORE);
    if (durability().isOfRedis() != store.isRedis()) {
      throw new WrongSetting(tell(Catalogue.DURABILITY) + " and " + tell(Catalogue.STORE)
          + "; rocksdb is synced or relaxed, a Redis is async or replicated");
    }
    if (store.hasPassword() && find(Catalogue.REDIS_PASSWORD).isPresent()) {
      throw new WrongSetting(tell(Catalogue.STORE) + " and " + tell(Catalogue.REDIS_PASSWORD)
          + "; give the password in one of them");
    }
    if (find(Catalogue.REDIS_USER).isPresent() && find(Catalogue.REDIS_PASSWORD).isEmpty()) {
      throw new WrongSetting(tell(Catalogue.REDIS_USER) + " and " + tell(Catalogue.REDIS_PASSWORD)
          + "; a user needs a password");
    }
  }

  private void checkFront() {
    if (find(Catalogue.TLS_CERTIFICATE).isPresent() != find(Catalogue.TLS_KEY).isPresent()) {
      throw new WrongSetting(
          tell(Catalogue.TLS_CERTIFICATE) + " and " + tell(Catalogue.TLS_KEY) + "; TLS needs both");
    }
    if (get(Catalogue.HTTP_IDLE_TIMEOUT).compareTo(get(Catalogue.LIMITS_WAIT)) <= 0) {
      throw new WrongSetting(tell(Catalogue.HTTP_IDLE_TIMEOUT) + " and "
          + tell(Catalogue.LIMITS_WAIT) + "; a connection must live longer than a claim waits");
    }
    // A body may double in size on the wire, and something must be left for what is around it.
    if (get(Catalogue.LIMITS_REQUEST) < 2 * get(Catalogue.LIMITS_BODY)) {
      throw new WrongSetting(tell(Catalogue.LIMITS_REQUEST) + " and " + tell(Catalogue.LIMITS_BODY)
          + "; a request must have room for two bodies, as escapes and base64 make them longer");
    }
  }
}
