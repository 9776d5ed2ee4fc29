package io.bide.testing;

import io.bide.Page;
import io.bide.Topic;
import io.bide.TopicSettings;
import io.bide.store.SweepReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings and pause, the list of topics, and the sweep over all of them. */
final class Topics {
  private final Life life;

  Topics(Life life) {
    this.life = life;
  }

  TopicSettings settings(Topic name, Now now) {
    return life.begin(name, now).map(topic -> topic.settings).orElse(TopicSettings.DEFAULT);
  }

  void configure(Topic name, TopicSettings settings, Now now) {
    // What has ended before still ends by the settings it ended under.
    life.begin(name, now);
    MemoryTopic topic = life.open(name);
    topic.settings = settings;
    topic.configured = true;
    life.changed.add(name);
  }

  void pause(Topic name, boolean paused, Now now) {
    if (life.begin(name, now).isPresent() || paused) {
      life.open(name).paused = paused;
      life.changed.add(name);
    }
  }

  Page<Topic> list(@Nullable String cursor, int limit) {
    Topic after = cursor == null ? null : Cursors.read(() -> parse(cursor));
    List<Topic> rest = life.topics.keySet().stream()
        .filter(topic -> after == null || topic.compareTo(after) > 0)
        .toList();
    List<Topic> page = rest.stream().limit(limit).toList();
    return new Page<>(page, rest.size() > page.size() ? lastOf(page) : null);
  }

  /** Names have no control characters, so a line end can stand between them. */
  private static String lastOf(List<Topic> page) {
    Topic last = page.get(page.size() - 1);
    return last.namespace() + "\n" + last.name();
  }

  private static Topic parse(String cursor) {
    int line = cursor.indexOf('\n');
    return Topic.of(cursor.substring(0, line), cursor.substring(line + 1));
  }

  SweepReply sweep(int budget, Now now) {
    int died = 0;
    int forgotten = 0;
    for (MemoryTopic topic : List.copyOf(life.topics.values())) {
      died += life.writeDown(topic, now, budget - died - forgotten);
      int before = topic.ended.size();
      topic.forget(now.down());
      forgotten += before - topic.ended.size();
      if (died + forgotten >= budget) {
        return new SweepReply(died, forgotten, true);
      }
    }
    life.topics.values().removeIf(MemoryTopic::canBeForgotten);
    return new SweepReply(died, forgotten, false);
  }
}
