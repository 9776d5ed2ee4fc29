package io.bide.server;

import io.bide.BideException;
import io.bide.SigningSecret;
import io.bide.Subscription;
import io.bide.engine.EngineConfig;
import io.bide.engine.push.AddressPolicy;
import io.bide.engine.push.PushConfig;
import io.bide.server.http.FrontConfig;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Setting;
import io.bide.server.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the settings mean for the parts of a node. */
final class PartConfigs {
  private static final String LIMITS = "limits.";
  /** Of the time that stopping may take, the engine's share; what is left is for the store to close. */
  private static final int ENGINE_SHARE_OF_STOP = 5;

  private PartConfigs() {}

  /**
   * For the engine.
   *
   * @param largestForeignBody what a dialect with limits of its own may bring; the native one checks
   *     its bodies itself
   */
  static EngineConfig engine(Settings settings, int largestForeignBody) {
    return EngineConfig.builder()
        .maxBodyBytes(Math.max(bytes(settings, Catalogue.LIMITS_BODY), largestForeignBody))
        .maxBatch(settings.get(Catalogue.LIMITS_BATCH))
        .maxAttributes(settings.get(Catalogue.LIMITS_ATTRIBUTES))
        .maxAttributeBytes(bytes(settings, Catalogue.LIMITS_ATTRIBUTE_BYTES))
        .maxClaim(settings.get(Catalogue.LIMITS_CLAIM))
        .maxClaimTopics(settings.get(Catalogue.LIMITS_CLAIM_TOPICS))
        .claimBytes(settings.get(Catalogue.LIMITS_CLAIM_BYTES))
        .maxPage(settings.get(Catalogue.LIMITS_PAGE))
        .maxWait(settings.get(Catalogue.LIMITS_WAIT))
        .maxWaitingClaims(settings.get(Catalogue.LIMITS_WAITING_CLAIMS))
        .maxMessagesInFlight(settings.get(Catalogue.LIMITS_MESSAGES_IN_FLIGHT))
        .maxBytesInFlight(settings.get(Catalogue.LIMITS_BYTES_IN_FLIGHT))
        .maxCallsInFlight(settings.get(Catalogue.LIMITS_CALLS_IN_FLIGHT))
        .lookInterval(settings.get(Catalogue.ENGINE_LOOK_INTERVAL))
        .sweepInterval(settings.get(Catalogue.ENGINE_SWEEP_INTERVAL))
        .sweepBudget(settings.get(Catalogue.ENGINE_SWEEP_BUDGET))
        .closeTimeout(settings.get(Catalogue.STOP_TIMEOUT).dividedBy(ENGINE_SHARE_OF_STOP))
        .build();
  }

  static PushConfig push(Settings settings) {
    Duration longestWait = settings.get(Catalogue.LIMITS_WAIT);
    PushConfig base = PushConfig.DEFAULT;
    return base.policy(new AddressPolicy(settings.find(Catalogue.PUSH_ALLOW).orElse(List.of())))
        .ownEndpoints(
            settings.get(Catalogue.PUSH_CONCURRENCY),
            settings.get(Catalogue.PUSH_TIMEOUT),
            settings.find(Catalogue.PUSH_SECRETS).map(PartConfigs::secrets).orElse(List.of()))
        .maxInFlight(settings.get(Catalogue.PUSH_IN_FLIGHT))
        .linger(base.linger().compareTo(longestWait) < 0 ? base.linger() : longestWait);
  }

  private static List<SigningSecret> secrets(Path file) {
    try {
      List<SigningSecret> secrets = Files.readAllLines(file).stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .map(SigningSecret::parse)
          .toList();
      if (secrets.isEmpty() || secrets.size() > Subscription.MAX_SECRETS) {
        throw new OperatorException(
            "the file " + file + " (setting push.secrets) must hold one or two secrets");
      }
      return secrets;
    } catch (IOException | BideException e) {
      throw new OperatorException(
          "the file " + file + " (setting push.secrets) cannot be used: " + e.getMessage(), e);
    }
  }

  static FrontConfig front(Settings settings) {
    return new FrontConfig(
        settings.get(Catalogue.HOST),
        settings.get(Catalogue.PORT),
        httpThreads(settings),
        tls(settings),
        bytes(settings, Catalogue.LIMITS_REQUEST),
        settings.get(Catalogue.LIMITS_REQUESTS),
        bytes(settings, Catalogue.LIMITS_HEADERS),
        bytes(settings, Catalogue.LIMITS_URL),
        settings.get(Catalogue.LIMITS_CONNECTIONS),
        settings.get(Catalogue.HTTP_REQUEST_TIMEOUT),
        settings.get(Catalogue.HTTP_IDLE_TIMEOUT));
  }

  /** A pop is a claim, and waits no longer than one may. */
  static Duration ouqiangPopWait(Settings settings) {
    Duration wait = settings.get(Catalogue.OUQIANG_POP_WAIT);
    Duration most = settings.get(Catalogue.LIMITS_WAIT);
    return wait.compareTo(most) < 0 ? wait : most;
  }

  static int httpThreads(Settings settings) {
    return settings
        .find(Catalogue.HTTP_THREADS)
        .orElseGet(() -> Runtime.getRuntime().availableProcessors());
  }

  /** All limits by name: sizes in bytes, durations in milliseconds. */
  static Map<String, Long> limits(Settings settings) {
    Map<String, Long> limits = new TreeMap<>();
    for (Setting<?> setting : Catalogue.ALL) {
      if (setting.key().startsWith(LIMITS)) {
        limits.put(
            camelCase(setting.key().substring(LIMITS.length())), number(settings.get(setting)));
      }
    }
    return limits;
  }

  private static long number(Object value) {
    return value instanceof Duration duration ? duration.toMillis() : ((Number) value).longValue();
  }

  private static String camelCase(String dashed) {
    StringBuilder name = new StringBuilder();
    for (String word : dashed.split("-", -1)) {
      name.append(
          name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }

  private static int bytes(Settings settings, Setting<Long> setting) {
    return Math.toIntExact(settings.get(setting));
  }

  private static FrontConfig.@Nullable Tls tls(Settings settings) {
    Optional<Path> certificate = settings.find(Catalogue.TLS_CERTIFICATE);
    return certificate
        .map(path ->
            new FrontConfig.Tls(path.toString(), settings.get(Catalogue.TLS_KEY).toString()))
        .orElse(null);
  }
}
