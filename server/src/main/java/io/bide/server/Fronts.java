package io.bide.server;

import io.bide.dialect.Dialect;
import io.bide.server.http.Front;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The ports of a node: the one of the server, and those that dialects have for themselves. They share
 * their limits, for a caller is a caller whatever the port.
 */
final class Fronts {
  private static final int ANY_FREE = 0;

  private final Front main;
  private final Map<String, Front> own = new LinkedHashMap<>();

  /**
   * The ports, not open yet.
   *
   * @param dialects the first of them answers what belongs to none
   * @param main makes the front of the server's port
   */
  Fronts(Settings settings, List<Dialect> dialects, Function<List<Dialect>, Front> main) {
    List<Dialect> together = new ArrayList<>();
    List<Dialect> apart = new ArrayList<>();
    dialects.forEach(
        dialect -> (ownPort(settings, dialect).isPresent() ? apart : together).add(dialect));
    this.main = main.apply(together);
    while (!apart.isEmpty()) {
      openApart(settings, apart);
    }
  }

  /** Takes the first dialect, and those that share its port. */
  private void openApart(Settings settings, List<Dialect> apart) {
    OptionalInt port = ownPort(settings, apart.get(0));
    List<Dialect> here = port.getAsInt() == ANY_FREE
        ? List.of(apart.get(0))
        : apart.stream().filter(each -> ownPort(settings, each).equals(port)).toList();
    Front front = main.beside(port.getAsInt(), here);
    here.forEach(dialect -> own.put(dialect.name(), front));
    apart.removeAll(here);
  }

  /** The port of a dialect that is not the server's. */
  private static OptionalInt ownPort(Settings settings, Dialect dialect) {
    int shared = settings.get(Catalogue.PORT);
    return Catalogue.DIALECTS.stream()
        .filter(each -> each.name().equals(dialect.name()))
        .flatMap(each -> settings.find(each.port()).stream())
        .mapToInt(Integer::intValue)
        .filter(port -> port == ANY_FREE || port != shared)
        .findFirst();
  }

  /** The front of the server's own port. */
  Front main() {
    return main;
  }

  /** Those of dialects with a port of their own, by the dialect's name. */
  Map<String, Front> own() {
    return own;
  }

  Set<Front> all() {
    Set<Front> all = new LinkedHashSet<>();
    all.add(main);
    all.addAll(own.values());
    return all;
  }

  /** Stops accepting; done when all answers are out, or the time is up. */
  CompletableFuture<Void> close(Duration timeout) {
    return CompletableFuture.allOf(
        all().stream().map(front -> front.close(timeout)).toArray(CompletableFuture<?>[]::new));
  }
}
