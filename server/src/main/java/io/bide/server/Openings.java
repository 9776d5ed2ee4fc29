package io.bide.server;

import io.bide.server.auth.ApiKey;
import io.bide.server.auth.Opening;
import io.bide.server.http.Networks;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.DialectSettings;
import io.bide.server.settings.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which dialects may be spoken without a key, as the settings have it. */
final class Openings {
  private static final Logger log = LoggerFactory.getLogger(Openings.class);

  private Openings() {}

  /**
   * The openings by the name of the dialect.
   *
   * @throws OperatorException when one has the rights of a key that does not exist
   */
  static Map<String, Opening> of(Settings settings, List<ApiKey> keys) {
    Map<String, Opening> openings = new LinkedHashMap<>();
    for (DialectSettings dialect : Catalogue.DIALECTS) {
      Networks to = settings.get(dialect.openTo());
      if (!to.isEmpty()) {
        String as = settings.find(dialect.openAs()).orElse(null);
        check(settings, dialect, as, keys);
        openings.put(dialect.name(), new Opening(to, as));
        warn(dialect, to, as);
      }
    }
    return openings;
  }

  private static void check(
      Settings settings, DialectSettings dialect, @Nullable String as, List<ApiKey> keys) {
    if (as != null && keys.stream().noneMatch(key -> key.name().equals(as))) {
      throw new OperatorException(settings.tell(dialect.openAs())
          + ", but there is no key of that name in " + settings.keysFile()
          + "; make it with \"bide keys add " + as + "\"");
    }
  }

  private static void warn(DialectSettings dialect, Networks to, @Nullable String as) {
    if (!to.isLoopback()) {
      log.warn(
          "Whoever calls from {} may speak {} without a key, with {}",
          to,
          dialect.name(),
          as == null ? "all rights" : "the rights of the key " + as);
    }
  }
}
