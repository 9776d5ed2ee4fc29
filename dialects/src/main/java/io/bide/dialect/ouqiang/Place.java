package io.bide.dialect.ouqiang;

import io.bide.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Which topic an id belongs to.
 *
 * <p>Kept as text: the name of the topic, and behind a line feed, which no name has, that of the previous
 * one. Whoever needs more adds lines; readers must then learn to skip them first.
 *
 * @param previous where the job was before; set while it may be in either, or in both
 */
record Place(Topic topic, @Nullable Topic previous) {
  private static final char SEPARATOR = '\n';

  static Place in(Topic topic) {
    return new Place(topic, null);
  }

  /** In a topic from now on, and before in another one, or nowhere. */
  static Place moved(Topic topic, @Nullable Topic from) {
    return new Place(topic, topic.equals(from) ? null : from);
  }

  static Place parse(String text) {
    int end = text.indexOf(SEPARATOR);
    return end < 0
        ? in(Topic.of(text))
        : new Place(Topic.of(text.substring(0, end)), Topic.of(text.substring(end + 1)));
  }

  /** What {@link #parse} reads. */
  String text() {
    return previous == null ? topic.name() : topic.name() + SEPARATOR + previous.name();
  }
}
