package io.bide.tasks;

import io.bide.Body;
import io.bide.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task to be submitted: what is to be done, and when. Immutable; each method gives a changed one.
 *
 * <pre>{@code
 * Task.of("pay:safe", "close-order", "4711").unique("order-4711").after(Duration.ofMinutes(30))
 * }</pre>
 */
public final class Task {
  private final String queue;
  private final Body payload;
  private final Due due;
  private final @Nullable String uniqueId;
  private final @Nullable Integer retries;
  private final @Nullable Duration lifeTimeout;
  private final @Nullable String token;
  private final Map<String, String> attributes;

  private Task(
      String queue,
      Body payload,
      Due due,
      @Nullable String uniqueId,
      @Nullable Integer retries,
      @Nullable Duration lifeTimeout,
      @Nullable String token,
      Map<String, String> attributes) {
    this.queue = queue;
    this.payload = payload;
    this.due = due;
    this.uniqueId = uniqueId;
    this.retries = retries;
    this.lifeTimeout = lifeTimeout;
    this.token = token;
    this.attributes = Map.copyOf(attributes);
  }

  /** A task whose payload is text, due now. */
  public static Task of(String queue, String type, String payload) {
    return of(queue, type, Body.text(payload));
  }

  /** A task due now. */
  public static <T> Task of(String queue, String type, Codec<T> codec, T payload) {
    return of(queue, type, codec.write(payload));
  }

  /**
   * A task due now.
   *
   * @param queue its name, with or without its mode
   */
  public static Task of(String queue, String type, Body payload) {
    return new Task(
        QueueSpec.parse(queue).name(),
        payload,
        Due.now(),
        null,
        null,
        null,
        null,
        Map.of(TaskInfo.TYPE, TaskInfo.checkedType(type)));
  }

  /** At most one task with this name is alive in the queue: a second one is refused as a duplicate. */
  public Task unique(String uid) {
    return new Task(queue, payload, due, uid, retries, lifeTimeout, token, attributes);
  }

  /** A name that others may have too. */
  public Task uid(String uid) {
    return attribute(TaskInfo.UID, uid);
  }

  /** Due this long after its submission. */
  public Task after(Duration delay) {
    return due(Due.after(delay));
  }

  public Task at(Instant time) {
    return due(Due.at(time));
  }

  /** Due now, and before all others. */
  public Task front() {
    return due(Due.front());
  }

  private Task due(Due when) {
    return new Task(queue, payload, when, uniqueId, retries, lifeTimeout, token, attributes);
  }

  /** How often it is tried again after its first execution, whatever its queue says. */
  public Task retries(int most) {
    QueueOptions.checkRetries(most);
    return new Task(queue, payload, due, uniqueId, most, lifeTimeout, token, attributes);
  }

  /** How old it may grow, counted from its submission, whatever its queue says. */
  public Task lifeTimeout(Duration time) {
    QueueOptions.checkPositive("lifeTimeout", time);
    return new Task(queue, payload, due, uniqueId, retries, time, token, attributes);
  }

  /** Makes the submission repeatable: the same token gives the first answer again. */
  public Task token(String value) {
    return new Task(queue, payload, due, uniqueId, retries, lifeTimeout, value, attributes);
  }

  /** A small string that travels with the payload. */
  public Task attribute(String name, String value) {
    Map<String, String> more = new HashMap<>(attributes);
    more.put(name, value);
    return new Task(queue, payload, due, uniqueId, retries, lifeTimeout, token, more);
  }

  String queue() {
    return queue;
  }

  Body payload() {
    return payload;
  }

  Due due() {
    return due;
  }

  @Nullable
  String uniqueId() {
    return uniqueId;
  }

  @Nullable
  Integer retries() {
    return retries;
  }

  @Nullable
  Duration lifeTimeout() {
    return lifeTimeout;
  }

  @Nullable
  String token() {
    return token;
  }

  Map<String, String> attributes() {
    return attributes;
  }
}
