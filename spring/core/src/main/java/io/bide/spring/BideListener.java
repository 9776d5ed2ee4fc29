package io.bide.spring;

import io.bide.worker.Outcome;
import io.bide.worker.TopicOptions;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method handle the messages of a topic as they become due.
 *
 * <pre>{@code
 * @BideListener(topic = "orders", concurrency = "16")
 * void close(Order order, @Attempt int attempt) { ... }
 * }</pre>
 *
 * <p>One parameter is the payload: {@code String}, {@code byte[]}, {@link io.bide.Body}, {@link
 * io.bide.Message}, {@link io.bide.Delivery}, or anything that JSON is read into. A {@code List} of
 * these gets several messages at once. There may also be, in any order, an {@link Acknowledgement}, a
 * {@link io.bide.Topic}, {@link Attempt} and {@link Attribute} parameters.
 *
 * <p>A method that returns has done its work; one that throws has failed, and its message is released,
 * to be tried again by its backoff. It may return an {@link Outcome}, for a batch also a list of them, or
 * a {@code CompletionStage} of either, which is waited for. A method that cannot be called so keeps the
 * application from starting.
 *
 * <p>Every text may hold placeholders such as {@code ${orders.topic}}. What is left out is decided by the
 * properties {@code bide.listener.*}.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface BideListener {
  /** The name of the topic. */
  String topic();

  /** The namespace of the topic; {@code bide.namespace} if it is not said. */
  String namespace() default "";

  /** How many calls may run at the same time. */
  String concurrency() default "";

  /** How many messages a {@code List} has at most; without a list, how many are claimed at once. */
  String batch() default "";

  /** How long a claim is good for before it is extended, such as {@code 30s}. */
  String lease() default "";

  /** How long a call may take with its lease being extended; see {@link TopicOptions#longest()}. */
  String longest() default "";

  /** Whether the {@code List} has the items of one merged message, instead of several messages. */
  boolean items() default false;

  /**
   * Whether the method gets the notices of messages of the topic that have died or expired, instead of
   * the messages. The topic's notices are switched on.
   */
  boolean deadLetters() default false;
}
