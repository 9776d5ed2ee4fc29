package io.bide.testing.random;

import io.bide.Body;
import io.bide.CancelResult;
import io.bide.Delivery;
import io.bide.Event;
import io.bide.Message;
import io.bide.PutResult;
import io.bide.RescheduleResult;
import io.bide.SettleResult;
import io.bide.Topic;
import io.bide.TopicStats;
import io.bide.store.ClaimReply;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers of one store as text, so that two stores can be compared and a difference can be read.
 *
 * <p>Times are milliseconds since the start. Sequence numbers are a store's own business, but the ids
 * of death notices show them: here the n-th notice of an id that this store has shown is called
 * {@code id#n}.
 */
final class Words {
  private final Instant start;
  private final Map<String, String> aliases = new HashMap<>();
  private final Map<String, String> originals = new HashMap<>();
  private final Map<String, Integer> notices = new HashMap<>();

  Words(Instant start) {
    this.start = start;
  }

  /** The name under which an id is known in steps and answers. */
  String alias(Topic topic, String id) {
    int hash = id.lastIndexOf('#');
    if (hash < 0) {
      return id;
    }
    return aliases.computeIfAbsent(topic + "/" + id, key -> {
      String stem = id.substring(0, hash);
      String alias = stem + "#" + notices.merge(topic + "/" + stem, 1, Integer::sum);
      originals.put(topic + "/" + alias, id);
      return alias;
    });
  }

  /** The id behind an alias; one that nobody has if none was shown. */
  String original(Topic topic, String alias) {
    return alias.indexOf('#') < 0
        ? alias
        : originals.getOrDefault(topic + "/" + alias, alias + "?");
  }

  String time(@Nullable Instant time) {
    if (time == null) {
      return "-";
    }
    Duration since = Duration.between(start, time);
    return since.toNanosPart() % 1_000_000 == 0
        ? Long.toString(since.toMillis())
        : since.toString();
  }

  String message(Message m) {
    StringBuilder text = new StringBuilder(200)
        .append(m.topic())
        .append('/')
        .append(alias(m.topic(), m.id()))
        .append(' ')
        .append(m.state())
        .append(" items ")
        .append(bodies(m.items()))
        .append(" of ")
        .append(m.itemCount());
    if (m.merged() || m.raw()) {
      text.append(m.merged() ? " merged" : "").append(m.raw() ? " raw" : "");
    }
    if (!m.attributes().isEmpty()) {
      text.append(' ').append(new TreeMap<>(m.attributes()));
    }
    return text.append(" created ")
        .append(time(m.created()))
        .append(" due ")
        .append(time(m.due()))
        .append(" next ")
        .append(time(m.next()))
        .append(" expiry ")
        .append(time(m.expiry()))
        .append(" ttl ")
        .append(m.ttl())
        .append(" lease ")
        .append(m.lease())
        .append(" backoff ")
        .append(m.backoff())
        .append(" attempts ")
        .append(m.attempts())
        .append('/')
        .append(m.maxAttempts())
        .append(" claimed ")
        .append(time(m.claimed()))
        .append(" ended ")
        .append(time(m.ended()))
        .append(' ')
        .append(m.cause())
        .toString();
  }

  private static String bodies(List<Body> items) {
    StringBuilder text = new StringBuilder("[");
    for (Body item : items) {
      text.append(text.length() > 1 ? "," : "").append(item.asText());
    }
    return text.append(']').toString();
  }

  String put(PutResult result) {
    if (result instanceof PutResult.Stored stored) {
      return stored.how() + " " + stored.topic() + "/" + alias(stored.topic(), stored.id())
          + " created " + time(stored.created()) + " due " + time(stored.due())
          + " items " + stored.items();
    }
    if (result instanceof PutResult.Failed failed) {
      return failed.error().code().name();
    }
    return "DUPLICATE of " + message(((PutResult.Duplicate) result).existing());
  }

  String claim(ClaimReply reply) {
    StringBuilder text = new StringBuilder("at ")
        .append(reply.now().toEpochMilli() - start.toEpochMilli())
        .append(reply.more() ? " more" : "");
    for (ClaimReply.Grant grant : reply.grants()) {
      text.append("\n  next ").append(time(grant.next()));
      for (Delivery delivery : grant.deliveries()) {
        text.append("\n  ")
            .append(delivery.receipt() == null ? "without receipt " : "")
            .append(message(delivery.message()));
      }
    }
    return text.toString();
  }

  String settle(SettleResult result) {
    return result.answer() + " " + result.state() + " next " + time(result.next());
  }

  String cancel(CancelResult result) {
    return result.answer() + " " + result.state() + " removed " + result.itemsRemoved();
  }

  String reschedule(RescheduleResult result) {
    return result.answer() + " " + result.state() + " due " + time(result.due());
  }

  String stats(TopicStats stats) {
    return stats.topic() + " " + new TreeMap<>(stats.counts())
        + " waiting " + new TreeMap<>(stats.waiting())
        + " oldest ready " + time(stats.oldestReady())
        + " next due " + time(stats.nextDue())
        + (stats.paused() ? " paused" : "");
  }

  String died(Event.Died death) {
    return death.topic() + "/" + alias(death.topic(), death.id()) + " " + death.state() + " "
        + death.cause() + " at " + time(death.at()) + " attempts " + death.attempts();
  }
}
