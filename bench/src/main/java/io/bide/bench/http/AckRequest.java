package io.bide.bench.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Collection;

/** Acknowledges what was claimed; belongs to one line. */
final class AckRequest {
  private final Speech speech;
  private final String topic;
  private final Post post;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();

  AckRequest(Target target, String topic) {
    this.speech = target.speech();
    this.topic = topic;
    this.post = new Post(target, speech.ackPath());
  }

  /** Of messages by what they are acknowledged by. */
  ByteBuffer of(Collection<byte[]> handles) {
    content.reset();
    speech.writeAck(content, topic, handles);
    return post.with(content.toByteArray());
  }
}
