package io.bide.examples;

import io.bide.Body;
import io.bide.DelayQueue;
import io.bide.Delivery;
import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.Topic;
import io.bide.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Sends one mail about everything that happened to somebody lately, instead of a mail for each thing: when
 * nothing more has happened for five minutes, but at most an hour after the first thing.
 *
 * <p>What happens is merged under the reader's name: one message with many items. What happens while
 * the mail is being sent goes into the next one.
 */
public final class DigestMail implements AutoCloseable {
  static final Topic TOPIC = Topic.of("digest-mails");
  static final Duration SILENCE = Duration.ofMinutes(5);
  static final Duration LONGEST = Duration.ofHours(1);

  private final DelayQueue queue;
  private final Duration silence;
  private final MergeOptions merging;
  private final Worker worker;

  /** Sends a mail. */
  @FunctionalInterface
  interface Post {
    void send(String reader, List<String> news);
  }

  DigestMail(DelayQueue queue, Duration silence, Duration longest, Post post) {
    this.queue = queue;
    this.silence = silence;
    this.merging = MergeOptions.MOVE.longestWait(longest);
    this.worker =
        Worker.builder(queue).topic(TOPIC.name(), digest -> send(digest, post)).start();
  }

  void happened(String reader, String what) {
    queue
        .put(Put.to(TOPIC).id(reader).body(what).delay(silence).merge(merging).build())
        .join()
        .requireStored();
  }

  private static void send(Delivery digest, Post post) {
    List<String> news = digest.message().items().stream().map(Body::asText).toList();
    post.send(digest.message().id(), news);
  }

  @Override
  public void close() {
    worker.close();
  }

  /**
   * Three things happen to one reader, who gets one mail.
   *
   * @param args how many times as fast as in reality, 1 if it is left out; where the queue is
   */
  public static void main(String[] args) throws InterruptedException {
    Arguments arguments = Arguments.of(args);
    CountDownLatch sent = new CountDownLatch(1);
    Post post = (reader, news) -> {
      System.out.println("to " + reader + ": " + String.join(", ", news));
      sent.countDown();
    };
    Duration silence = arguments.shortened(SILENCE);
    try (DelayQueue queue = Where.open(arguments.place());
        DigestMail mails = new DigestMail(queue, silence, arguments.shortened(LONGEST), post)) {
      mails.happened("ann@example.org", "Bob accepted");
      mails.happened("ann@example.org", "Carol declined");
      mails.happened("ann@example.org", "the place changed");
      sent.await();
    }
  }
}
