package io.bide.tasks;

import io.bide.BideException;
import io.bide.Body;
import io.bide.Message;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task as it was handed out.
 *
 * @param id of the message that carries it
 * @param uid the name it was submitted with, else its id
 * @param type decides who does it; empty if it was put by somebody who gave none
 * @param payload as it was submitted
 * @param created when it was submitted
 * @param claimed when it was handed out this time
 * @param attempts how often it has been handed out, this time included
 * @param attributes all of them, those of Bide included
 */
public record TaskInfo(
    String queue,
    String id,
    String uid,
    String type,
    Body payload,
    Instant created,
    @Nullable Instant claimed,
    int attempts,
    Map<String, String> attributes) {
  /** The attribute that holds the type. */
  static final String TYPE = "bide.type";

  /** The attribute that holds the name of a task that is not unique. */
  static final String UID = "bide.uid";

  public TaskInfo {
    attributes = Map.copyOf(attributes);
  }

  static TaskInfo of(Message message) {
    Map<String, String> attributes = message.attributes();
    return new TaskInfo(
        message.topic().name(),
        message.id(),
        attributes.getOrDefault(UID, message.id()),
        attributes.getOrDefault(TYPE, ""),
        message.items().isEmpty() ? Body.of(new byte[0]) : message.body(),
        message.created(),
        message.claimed(),
        message.attempts(),
        attributes);
  }

  /** Whether it was handed out before. */
  public boolean isRetry() {
    return attempts > 1;
  }

  /** The payload as a worker sees it. */
  public <T> T payload(Codec<T> codec) {
    return codec.read(payload);
  }

  static String checkedType(String type) {
    if (type.isEmpty()) {
      throw BideException.invalid("type", "is empty; name the type of the task");
    }
    return type;
  }
}
