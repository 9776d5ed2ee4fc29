package io.bide.tasks;

import io.bide.Body;
import io.bide.Cause;
import io.bide.Message;
import java.time.Instant;
import java.util.Map;

/**
 * A task that has failed for good. It can still be found in its queue, dead, and be redriven.
 *
 * @param id of the message that carried it
 * @param uid the name it was submitted with, else its id
 * @param cause {@link Cause#ATTEMPTS} when its retries were used up, {@link Cause#TTL} when it grew too
 *     old
 * @param attempts how often it was handed out
 * @param failed when
 */
public record FailedTask(
    String queue,
    String id,
    String uid,
    String type,
    Body payload,
    Cause cause,
    int attempts,
    Instant failed,
    Map<String, String> attributes) {
  public FailedTask {
    attributes = Map.copyOf(attributes);
  }

  /** Reads a death notice. */
  static FailedTask of(Message notice) {
    TaskInfo info = TaskInfo.of(notice);
    Map<String, String> told = notice.attributes();
    String id = told.getOrDefault("bide.id", notice.id());
    return new FailedTask(
        notice.topic().source().name(),
        id,
        told.getOrDefault(TaskInfo.UID, id),
        info.type(),
        info.payload(),
        Cause.valueOf(told.getOrDefault("bide.cause", Cause.ATTEMPTS.name())),
        Integer.parseInt(told.getOrDefault("bide.attempts", "0")),
        notice.created(),
        told);
  }

  /** The payload as a worker sees it. */
  public <T> T payload(Codec<T> codec) {
    return codec.read(payload);
  }

  /** Handles tasks that have failed for good. One that throws is called again. */
  @FunctionalInterface
  public interface Handler {
    void failed(FailedTask task) throws Exception;
  }
}
