package io.bide.spring.work;

import io.bide.Topic;
import io.bide.spring.BideListener;
import io.bide.worker.TopicOptions;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.StringUtils;

/** Reads what is written in {@link BideListener}, placeholders resolved. */
final class ListenerTexts {
  private final PropertyResolver properties;
  private final String namespace;
  private final TopicOptions defaults;

  /**
   * A reader.
   *
   * @param namespace that of listeners that name none
   * @param defaults for what listeners do not say
   */
  ListenerTexts(PropertyResolver properties, String namespace, TopicOptions defaults) {
    this.properties = properties;
    this.namespace = namespace;
    this.defaults = defaults;
  }

  Topic topic(BideListener listener) {
    String own = resolve(listener.namespace());
    Topic topic = Topic.of(own.isEmpty() ? namespace : own, resolve(listener.topic()));
    return listener.deadLetters() ? topic.deathNotices() : topic;
  }

  TopicOptions options(BideListener listener) {
    TopicOptions options = defaults;
    Integer concurrency = read("concurrency", listener.concurrency(), Integer::valueOf);
    Integer batch = read("batch", listener.batch(), Integer::valueOf);
    Duration lease = read("lease", listener.lease(), DurationStyle::detectAndParse);
    Duration longest = read("longest", listener.longest(), DurationStyle::detectAndParse);
    options = concurrency == null ? options : options.concurrency(concurrency);
    options = batch == null ? options : options.batchSize(batch);
    options = lease == null ? options : options.lease(lease);
    return longest == null ? options : options.longest(longest);
  }

  private <T> @Nullable T read(String name, String text, Function<String, T> parse) {
    String resolved = resolve(text);
    if (!StringUtils.hasText(resolved)) {
      return null;
    }
    try {
      return parse.apply(resolved.trim());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          name + " is \"" + resolved + "\", which cannot be read: " + e, e);
    }
  }

  private String resolve(String text) {
    return properties.resolveRequiredPlaceholders(text);
  }
}
