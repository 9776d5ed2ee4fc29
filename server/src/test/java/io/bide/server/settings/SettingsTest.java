package io.bide.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  @TempDir
  Path directory;

  private final Layer commandLine = new Layer();
  private final Map<String, String> variables = new HashMap<>();

  @Test
  void get_whenNothingIsSet_givesTheDefaults() {
    Settings settings = Settings.of(commandLine, variables);

    assertThat(settings.get(Catalogue.HOST)).isEqualTo("127.0.0.1");
    assertThat(settings.get(Catalogue.PORT)).isEqualTo(9277);
    assertThat(settings.get(Catalogue.LIMITS_BODY)).isEqualTo(256 * 1024);
    assertThat(settings.get(Catalogue.LIMITS_WAIT)).isEqualTo(Duration.ofMinutes(3));
    assertThat(settings.find(Catalogue.TLS_KEY)).isEmpty();
    assertThat(settings.keysFile()).isEqualTo(Path.of("./data/auth.keys"));
  }

  @Test
  void get_whenSetInSeveralPlaces_prefersTheCommandLineThenTheEnvironmentThenTheFile()
      throws IOException {
    Path file = file("port: 1001", "data: from-file", "host: file.example", "durability: relaxed");
    commandLine.set(Catalogue.CONFIG, file.toString(), "--config");
    commandLine.set(Catalogue.PORT, "1003", "--port");
    variables.put("BIDE_PORT", "1002");
    variables.put("BIDE_DATA", "from-environment");

    Settings settings = Settings.of(commandLine, variables);

    assertThat(settings.get(Catalogue.PORT)).isEqualTo(1003);
    assertThat(settings.get(Catalogue.DATA)).isEqualTo(Path.of("from-environment"));
    assertThat(settings.get(Catalogue.HOST)).isEqualTo("file.example");
    assertThat(settings.get(Catalogue.DURABILITY)).isEqualTo(Catalogue.Durability.RELAXED);
    assertThat(settings.get(Catalogue.LOG_FORMAT)).isEqualTo(Catalogue.LogFormat.TEXT);
  }

  @Test
  void networksToPushTo_canBeGivenInEveryPlace() throws IOException {
    String both = "[127.0.0.0/8, fd00:0:0:0:0:0:0:0/8]";
    Path file = file("push:", "  allow: 127.0.0.0/8, fd00::/8");
    Layer inFile = new Layer();
    inFile.set(Catalogue.CONFIG, file.toString(), "--config");
    assertThat(Settings.of(inFile, variables).find(Catalogue.PUSH_ALLOW))
        .hasValueSatisfying(networks -> assertThat(networks).hasToString(both));

    variables.put("BIDE_PUSH_ALLOW", "127.0.0.0/8,fd00::/8");
    assertThat(Settings.of(commandLine, variables).find(Catalogue.PUSH_ALLOW))
        .hasValueSatisfying(networks -> assertThat(networks).hasToString(both));

    assertThatThrownBy(() -> commandLine.set(Catalogue.PUSH_ALLOW, "everywhere", "--push-allow"))
        .hasMessageContaining("--push-allow")
        .hasMessageContaining("everywhere");
  }

  @Test
  void file_withNestedKeysDotsAndComments_isRead() throws IOException {
    variables.put(
        "BIDE_CONFIG",
        file(
                "# mine",
                "limits:",
                "  body: 1MiB # large",
                "  claim-topics: 7",
                "limits.wait: \"1m30s\"",
                "insecure: TRUE")
            .toString());

    Settings settings = Settings.of(commandLine, variables);

    assertThat(settings.get(Catalogue.LIMITS_BODY)).isEqualTo(1024 * 1024);
    assertThat(settings.get(Catalogue.LIMITS_CLAIM_TOPICS)).isEqualTo(7);
    assertThat(settings.get(Catalogue.LIMITS_WAIT)).isEqualTo(Duration.ofSeconds(90));
    assertThat(settings.get(Catalogue.INSECURE)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing but a comment\n", "---\n"})
  void file_withoutAnything_setsNothing(String text) throws IOException {
    commandLine.set(Catalogue.CONFIG, file(text).toString(), "--config");

    assertThat(Settings.of(commandLine, variables).get(Catalogue.PORT)).isEqualTo(9277);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prot: 1 | there is no setting prot (FILE line 1); did you mean port?",
        "limits: {bdy: 3} | there is no setting limits.bdy (FILE line 1); did you mean"
            + " limits.body?",
        "zebra: 3 | there is no setting zebra (FILE line 1); all settings are in"
            + " docs/configuration.md and \"bide serve --help\"",
        "port: abc | port is \"abc\" (FILE line 1); allowed: a number from 0 to 65535",
        "port: 65536 | port is \"65536\" (FILE line 1); allowed: a number from 0 to 65535",
        "port: [1] | port is \"a list or deeper level\" (FILE line 1); allowed: a number from 0 to"
            + " 65535",
        "port: | port is \"\" (FILE line 1); allowed: a number from 0 to 65535",
        "limits.body: 65MiB | limits.body is \"65MiB\" (FILE line 1); allowed: a size from 1B to"
            + " 64MiB, such as 64KiB or 1MiB",
        "limits.wait: 30 | limits.wait is \"30\" (FILE line 1); allowed: a duration from 1s to 1h,"
            + " such as 500ms, 30s or 1m30s",
        "durability: sure | durability is \"sure\" (FILE line 1); allowed: synced, relaxed, async,"
            + " replicated",
        "durability: async | durability is async (FILE line 1) and store is rocksdb (default);"
            + " rocksdb is synced or relaxed, a Redis is async or replicated",
        "{store: 'redis://h', durability: synced} | durability is synced (FILE line 1) and store is"
            + " redis://h (FILE line 1); rocksdb is synced or relaxed, a Redis is async or replicated",
        "{store: 'redis://u:pw@h', redis.password: pw} | store is redis://***@h (FILE line 1) and"
            + " redis.password is *** (FILE line 1); give the password in one of them",
        "redis.user: me | redis.user is me (FILE line 1) and redis.password is none (default); a user"
            + " needs a password",
        "redis.prefix: 'a{b}' | redis.prefix is \"a{b}\" (FILE line 1); allowed: a text without"
            + " braces",
        "redis.pasword: pw | there is no setting redis.pasword (FILE line 1); did you mean"
            + " redis.password?",
        "insecure: yes | insecure is \"yes\" (FILE line 1); allowed: true or false",
        "store: sqlite | store is \"sqlite\" (FILE line 1); allowed: rocksdb, or a Redis:"
            + " redis://host:6379, redis-sentinel://host:26379#master or redis-cluster://host:6379,"
            + " with rediss for TLS",
        "store: redis:pw@h | store is \"redis:***@h\" (FILE line 1); allowed: rocksdb, or a Redis:"
            + " redis://host:6379, redis-sentinel://host:26379#master or redis-cluster://host:6379,"
            + " with rediss for TLS",
        "config: other.yaml | config is set in FILE line 1; a file cannot name another one",
        "{port: 1, port: 2} | port is set twice (FILE line 1); keep one of them",
        "- port | FILE must hold settings such as \"port: 9277\"",
        "port | FILE must hold settings such as \"port: 9277\"",
        "{port | FILE is not YAML in line 1: expected ',' or '}', but got <stream end>",
      })
  void file_withSomethingWrong_saysWhatWhereAndWhatIsAllowed(String text, String message)
      throws IOException {
    Path file = file(text);
    commandLine.set(Catalogue.CONFIG, file.toString(), "--config");

    assertThatThrownBy(() -> Settings.of(commandLine, variables))
        .isInstanceOf(WrongSetting.class)
        .hasMessage(message.replace("FILE", file.toString()));
  }

  @Test
  void file_thatIsMissing_isNamed() {
    commandLine.set(Catalogue.CONFIG, "no/such.yaml", "--config");

    assertThatThrownBy(() -> Settings.of(commandLine, variables))
        .isInstanceOf(WrongSetting.class)
        .hasMessage("there is no file no/such.yaml (setting config)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BIDE_PROT | 1 | there is no setting BIDE_PROT (environment variable); did you"
            + " mean BIDE_PORT?",
        "BIDE_LIMITS_BODY | 3x | limits.body is \"3x\" (environment variable BIDE_LIMITS_BODY);"
            + " allowed: a size from 1B to 64MiB, such as 64KiB or 1MiB",
        "BIDE_LOG_LEVEL | loud | log.level is \"loud\" (environment variable BIDE_LOG_LEVEL);"
            + " allowed: trace, debug, info, warn, error",
        "BIDE_PORT | tcp://10.0.0.1:9277 | the variable BIDE_PORT (value \"tcp://10.0.0.1:9277\")"
            + " looks like one that Kubernetes sets for a service named bide; set"
            + " enableServiceLinks: false in the pod, or give the service another name",
      })
  void environment_withSomethingWrong_saysWhatWhereAndWhatIsAllowed(
      String name, String value, String message) {
    variables.put(name, value);

    assertThatThrownBy(() -> Settings.of(commandLine, variables))
        .isInstanceOf(WrongSetting.class)
        .hasMessage(message);
  }

  @Test
  void environment_withWhatIsNotASetting_isLeftAlone() {
    variables.putAll(Map.of(
        "BIDE_URL", "x", "BIDE_KEY", "y", "BIDE_JVM", "-Xmx1g", "PATH", "/bin", "BIDE_PORT", ""));

    assertThat(Settings.of(commandLine, variables).get(Catalogue.PORT)).isEqualTo(9277);
  }

  @Test
  void of_withAWrongValueThatIsOverruled_stillRefuses() {
    commandLine.set(Catalogue.PORT, "1", "--port");
    variables.put("BIDE_PORT", "many");

    assertThatThrownBy(() -> Settings.of(commandLine, variables))
        .hasMessageContaining("port is \"many\"");
  }

  @Test
  void tellAll_namesWhatWasSetAndWhere() {
    assertThat(Settings.of(commandLine, variables).tellAll())
        .isEqualTo("nothing, all settings have their defaults");
    commandLine.set(Catalogue.LIMITS_BODY, "1MiB", "--limits-body");
    variables.put("BIDE_PORT", "1");

    assertThat(Settings.of(commandLine, variables).tellAll())
        .isEqualTo(
            "port is 1 (environment variable BIDE_PORT), limits.body is 1MiB (--limits-body)");
  }

  @Test
  void tellAll_doesNotTellSecrets() {
    commandLine.set(Catalogue.STORE, "redis://me:pw@one:1", "--store");
    assertThat(Settings.of(commandLine, variables).tellAll())
        .isEqualTo("store is redis://***@one:1 (--store)");

    Layer apart = new Layer();
    apart.set(Catalogue.STORE, "redis://one:1", "--store");
    variables.put("BIDE_REDIS_PASSWORD", "pw");
    assertThat(Settings.of(apart, variables).tellAll())
        .isEqualTo("store is redis://one:1 (--store), redis.password is *** (environment variable"
            + " BIDE_REDIS_PASSWORD)");
  }

  @ParameterizedTest
  @CsvSource({
    "rocksdb, rocksdb, synced",
    "redis://h:1/2, redis, async",
    "rediss://h, redis, async",
    "redis-sentinel://h:1#main, redis-sentinel, async",
    "rediss-cluster://h:1, redis-cluster, async"
  })
  void durability_thatNobodySet_isTheOneOfTheStore(String store, String kind, String durability) {
    commandLine.set(Catalogue.STORE, store, "--store");

    Settings settings = Settings.of(commandLine, variables);

    assertThat(settings.store().text()).isEqualTo(store);
    assertThat(settings.store().kind()).isEqualTo(kind);
    assertThat(Kind.word(settings.durability())).isEqualTo(durability);
  }

  @Test
  void store_withUserAndPasswordSetApart_holdsThemEncoded() {
    commandLine.set(Catalogue.STORE, "redis-sentinel://h1,h2:5/1#main", "--store");
    variables.put("BIDE_REDIS_PASSWORD", "p@ss/ w:rd");
    assertThat(Settings.of(commandLine, variables).store().text())
        .isEqualTo("redis-sentinel://:p%40ss%2F%20w%3Ard@h1,h2:5/1#main");

    variables.put("BIDE_REDIS_USER", "me");
    assertThat(Settings.of(commandLine, variables).store())
        .returns("redis-sentinel://me:p%40ss%2F%20w%3Ard@h1,h2:5/1#main", StoreChoice::text)
        .hasToString("redis-sentinel://***@h1,h2:5/1#main");
  }

  @Test
  void of_withHalfOfTls_namesBothHalves() {
    commandLine.set(Catalogue.TLS_KEY, "key.pem", "--tls-key");

    assertThatThrownBy(() -> Settings.of(commandLine, variables))
        .hasMessage(
            "tls.certificate is plain HTTP (default) and tls.key is key.pem (--tls-key); TLS"
                + " needs both");
  }

  @Test
  void of_withAWaitLongerThanAConnectionLives_refuses() {
    commandLine.set(Catalogue.LIMITS_WAIT, "4m", "--limits-wait");

    assertThatThrownBy(() -> Settings.of(commandLine, variables))
        .hasMessage("http.idle-timeout is 4m (default) and limits.wait is 4m (--limits-wait); a"
            + " connection must live longer than a claim waits");
  }

  @Test
  void of_withARequestTooSmallForABody_refuses() {
    commandLine.set(Catalogue.LIMITS_REQUEST, "256KiB", "--limits-request");

    assertThatThrownBy(() -> Settings.of(commandLine, variables))
        .hasMessageStartingWith("limits.request is 256KiB (--limits-request) and limits.body is"
            + " 256KiB (default); a request must have room");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "10B, 10",
    "2KiB, 2048",
    "2 KiB, 2048",
    "3MiB, 3145728",
    "1GiB, 1073741824",
  })
  void bytes_ofWhatPeopleWrite_areRead(String text, long bytes) {
    assertThat(Amounts.bytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "250ms, 250",
    "90s, 90000",
    "5m, 300000",
    "2h, 7200000",
    "7d, 604800000",
    "1h30m, 5400000"
  })
  void duration_ofWhatPeopleWrite_isRead(String text, long millis) {
    assertThat(Amounts.duration(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "s", "1x", "-1s", "1.5s", "1s2", "99999999999999999999s", "106751991168d"
      })
  void duration_ofAnythingElse_isRefused(String text) {
    assertThatThrownBy(() -> Amounts.duration(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void all_holdsEverySettingOnce_withNamesThatDoNotCollide() {
    List<Setting<?>> declared = Arrays.stream(Catalogue.class.getFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()))
        .map(SettingsTest::valueOf)
        .flatMap(SettingsTest::settingsOf)
        .toList();

    assertThat(Catalogue.ALL).containsExactlyInAnyOrderElementsOf(declared);
    assertThat(Catalogue.ALL.stream().map(Setting::option)).doesNotHaveDuplicates();
    assertThat(Catalogue.ALL.stream().map(Setting::variable)).doesNotHaveDuplicates();
    assertThat(Catalogue.ALL).allSatisfy(setting -> assertThat(setting.about()).endsWith("."));
  }

  private static Stream<Setting<?>> settingsOf(Object value) {
    if (value instanceof DialectSettings dialect) {
      return dialect.all().stream();
    }
    return value instanceof Setting<?> setting ? Stream.of(setting) : Stream.of();
  }

  private static Object valueOf(java.lang.reflect.Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private Path file(String... lines) throws IOException {
    return Files.writeString(directory.resolve("bide.yaml"), String.join("\n", lines));
  }
}
