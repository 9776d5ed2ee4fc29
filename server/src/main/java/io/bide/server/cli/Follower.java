package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sees what happens in a topic by looking again and again, and changes nothing.
 *
 * <p>A look browses the states asked for. What has ended since the look before is seen in full, for it
 * is remembered; of what is alive only the {@value #NEAREST} nearest in each state are looked at, so
 * that a look costs the same however much is waiting. A message is news when it is in another state,
 * or at another attempt, than when it was last seen; one never seen before, when it came into its
 * state after the first look.
 */
final class Follower {
  private static final long NEAREST = 1_000;
  private static final int REMEMBERED = 100_000;
  static final Set<String> LIVE = Set.of("waiting", "ready", "leased");

  /** What ends late in a look is written down with a time before it; the overlap finds it. */
  private static final long OVERLAP_MILLIS = 5_000;

  private final Session session;
  private final String topic;
  private final List<String> states;
  private final boolean bodies;
  private final long begin;
  private final long page;
  private final Map<String, String> seen = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
      return size() > REMEMBERED;
    }
  };
  private long lastLook;

  /**
   * A message in its new state.
   *
   * @param at when it came into it, as well as can be told
   */
  record News(long at, JsonObject message) {}

  /** Begins: what is there now is not news. */
  Follower(Session session, String topic, List<String> states, boolean bodies) {
    this.session = session;
    this.topic = topic;
    this.states = states;
    this.bodies = bodies;
    JsonObject info = info();
    this.begin = info.getLong("now");
    this.page =
        Math.min(NEAREST, info.getJsonObject("limits", new JsonObject()).getLong("page", NEAREST));
    this.lastLook = begin;
    var unused = look();
  }

  /** What has happened since the look before, in its order. */
  List<News> look() {
    long now = info().getLong("now");
    List<News> news = new ArrayList<>();
    for (String state : states) {
      String cursor = null;
      do {
        Answer page = session.send(page(state, cursor));
        page.list("messages").stream()
            .filter(this::isNews)
            .forEach(message -> news.add(new News(when(message, now), message)));
        cursor = LIVE.contains(state) ? null : page.json().getString("cursor");
      } while (cursor != null);
    }
    lastLook = now;
    news.sort(Comparator.comparingLong(News::at));
    return news;
  }

  private Request page(String state, @Nullable String cursor) {
    return Request.get(new Paths.Query()
        .with("state", state)
        .with("limit", page)
        .with("bodies", bodies ? "true" : null)
        .with("from", LIVE.contains(state) ? null : Math.max(begin, lastLook - OVERLAP_MILLIS))
        .with("cursor", cursor)
        .after(session.paths().messages(topic)));
  }

  private boolean isNews(JsonObject message) {
    // An id may live again while an earlier message of it is remembered.
    String name = message.getLong("created") + " " + message.getString("id");
    String stage = message.getString("state") + " " + message.getInteger("attempts");
    String before = seen.put(name, stage);
    return before == null ? since(message) >= begin : !before.equals(stage);
  }

  /** Not before the look before, or else it would have been seen then: then it is now. */
  private long when(JsonObject message, long now) {
    long since = since(message);
    return since < lastLook ? now : since;
  }

  private static long since(JsonObject message) {
    long created = message.getLong("created");
    return switch (message.getString("state")) {
      // One that was released does not say when, but when it was claimed.
      case "waiting", "leased" -> message.getLong("claimed", created);
      case "ready" -> message.getLong("next", created);
      default -> message.getLong("ended", created);
    };
  }

  private JsonObject info() {
    return session.send(Request.get("/v1/info")).json();
  }
}
