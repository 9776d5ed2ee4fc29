package io.bide.bench.http;

import java.io.ByteArrayOutputStream;
import java.util.Collection;

/**
 * How a dialect says what a benchmark has to say. Puts hold {@linkplain PutRequest placeholders} for
 * ids and random delays.
 */
interface Speech {
  String contentType();

  /** How many messages one put can bring, if so many are wanted. */
  int putBatch(int wanted);

  String putPath(String topic);

  String put(String topic, int batch, String body, When due);

  /** Throws unless all messages of a put have been stored. */
  void requireStored(Answer answer, int batch);

  String claimPath(String topic, long waitMillis);

  String claim(String topic, int max, long waitMillis);

  /** What a message in the answer to a claim is acknowledged by. */
  Scan handle();

  /** The due time of a message in the answer to a claim. */
  Scan due();

  /** How messages can be acknowledged, if one way is wanted. */
  Acks acks(Acks wanted);

  String ackPath();

  void writeAck(ByteArrayOutputStream content, String topic, Collection<byte[]> handles);

  /** Throws unless all messages have been acknowledged. */
  void requireAcked(Answer answer, int messages);

  /** The share of the bare server's puts that is to be reached. */
  double putsOfBare();
}
