package io.bide.dialect.ouqiang;

import io.bide.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which topic an id belongs to.
 *
 * <p>Kept as text: the name of the topic, and behind it, each after a line feed, which no name has, those of
 * the previous ones. Whoever needs more must teach the readers first.
 *
 * @param previous where the job may be besides, the newest first; empty as soon as it is in its topic only
 */
record Place(Topic topic, List<Topic> previous) {
  private static final String SEPARATOR = "\n";

  static Place in(Topic topic) {
    return new Place(topic, List.of());
  }

  /** After a move from here: the job may still be, or may just be arriving, wherever it may be now. */
  Place moved(Topic next) {
    List<Topic> before = new ArrayList<>();
    before.add(topic);
    before.addAll(previous);
    before.removeIf(next::equals);
    return new Place(next, List.copyOf(before));
  }

  static Place parse(String text) {
    List<Topic> topics = Arrays.stream(text.split(SEPARATOR)).map(Topic::of).toList();
    return new Place(topics.get(0), topics.subList(1, topics.size()));
  }

  /** What {@link #parse} reads. */
  String text() {
    return topics().map(Topic::name).collect(Collectors.joining(SEPARATOR));
  }

  /** Everywhere the job may be; of several only the first counts. */
  Stream<Topic> topics() {
    return Stream.concat(Stream.of(topic), previous.stream());
  }
}
