package io.bide.spring.autoconfigure;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * All properties of Bide in an application; those of a node inside it are {@code bide.server.*}.
 *
 * @param mode where the queue is
 * @param namespace of topics and task queues, if they name none
 * @param grace how long stopping waits for handlers; less than {@code
 *     spring.lifecycle.timeout-per-shutdown-phase}
 */
@ConfigurationProperties("bide")
public record BideProperties(
    @DefaultValue("remote") Mode mode,
    @DefaultValue("default") String namespace,
    @DefaultValue("25s") Duration grace,
    @DefaultValue Remote remote,
    @DefaultValue EmbeddedProperties embedded,
    @DefaultValue Listener listener,
    @DefaultValue Tasks tasks,
    @DefaultValue Service service) {
  /** Where the queue is. */
  public enum Mode {
    /** At servers, over HTTP. */
    REMOTE,
    /** In this process. */
    EMBEDDED,
    /** Nowhere, unless the application declares a bean. */
    NONE
  }

  /**
   * The servers.
   *
   * @param urls asked in this order
   * @param deadline how long a call may take in all
   * @param retries how often all servers are asked again before a call fails
   * @param sslBundle the name of an SSL bundle, for servers at https
   */
  public record Remote(
      @DefaultValue("http://127.0.0.1:9277") List<String> urls,
      @Nullable String apiKey,
      @DefaultValue("30s") Duration deadline,
      @DefaultValue("3s") Duration connectTimeout,
      @DefaultValue("10") int retries,
      @Nullable String sslBundle) {
    /** Safe to log: without the key. */
    @Override
    public String toString() {
      return "Remote" + urls;
    }
  }

  /**
   * What listeners do that do not say otherwise.
   *
   * @param concurrency how many calls of each run at the same time
   * @param batch how many messages are claimed at once, and given to a listener of lists
   * @param lease how long a claim is good for before it is extended; left out, the message's own
   * @param longest how long a call may take with its lease being extended
   * @param poll how long a claim waits at the queue before it is made anew
   */
  public record Listener(
      @DefaultValue("10") int concurrency,
      @DefaultValue("100") int batch,
      @Nullable Duration lease,
      @DefaultValue("12h") Duration longest,
      @DefaultValue("20s") Duration poll) {}

  /**
   * The queues of tasks.
   *
   * @param queues as {@code name} or {@code name:safe}
   * @param concurrency how many tasks of each queue are done at the same time
   * @param retries how often a task of a safe queue is tried again
   * @param executionTimeout how long a task of a safe queue may take before others get it
   * @param lifeTimeout how old a task of a safe queue may grow
   */
  public record Tasks(
      @DefaultValue("tasks:safe") List<String> queues,
      @DefaultValue("10") int concurrency,
      @DefaultValue("3") int retries,
      @Nullable Duration executionTimeout,
      @Nullable Duration lifeTimeout) {}

  /**
   * The service mode of redis-delay-queue.
   *
   * @param enabled whether tasks are taken at {@code /hf/delay_queue/work}; left out, if there is a
   *     center
   * @param centerUrl the scheduler; {@code delay-queue.center-url} does as well
   * @param application the name that instances are registered with; {@code spring.application.name} by
   *     default
   * @param apiKey if the center asks for one
   * @param timeout how long adding a job may take
   */
  public record Service(
      @Nullable Boolean enabled,
      @Nullable String centerUrl,
      @Nullable String application,
      @Nullable String apiKey,
      @DefaultValue("10s") Duration timeout) {
    /** Safe to log: without the key. */
    @Override
    public String toString() {
      return "Service[" + application + " at " + centerUrl + "]";
    }
  }
}
