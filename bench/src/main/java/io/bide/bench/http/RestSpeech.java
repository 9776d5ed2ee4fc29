package io.bide.bench.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;

/** The native dialect: JSON, batches, receipts. */
final class RestSpeech implements Speech {
  private static final Scan STORED = Scan.pair("status", "stored");
  private static final Scan ACCEPTED = Scan.pair("status", "ok");
  private static final Scan RECEIPT = Scan.text("receipt");
  private static final Scan DUE = Scan.number("due");
  private static final byte[] BEFORE = "{\"receipt\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] AFTER = "\"}".getBytes(StandardCharsets.US_ASCII);
  private static final double OF_BARE = 0.6;
  private static final int CREATED = 201;
  private static final int OK = 200;

  @Override
  public String contentType() {
    return "application/json";
  }

  @Override
  public int putBatch(int wanted) {
    return wanted;
  }

  @Override
  public String putPath(String topic) {
    return "/v1/topics/" + topic + "/messages";
  }

  @Override
  public String put(String topic, int batch, String body, When due) {
    String item = "{\"id\":\"" + PutRequest.ID + "\",\"body\":\"" + body + "\"," + field(due) + "}";
    return batch == 1 ? item : "[" + String.join(",", Collections.nCopies(batch, item)) + "]";
  }

  private static String field(When due) {
    return switch (due.kind()) {
      case AFTER -> "\"delay\":" + due.millis();
      case AT -> "\"due\":" + due.millis();
      case RANDOM -> "\"delay\":" + PutRequest.DELAY;
    };
  }

  @Override
  public void requireStored(Answer answer, int batch) {
    answer.require(batch == 1 ? CREATED : OK);
    if (STORED.count(answer) != batch) {
      throw new IllegalStateException("not all were stored: " + answer.text());
    }
  }

  @Override
  public String claimPath(String topic, long waitMillis) {
    return "/v1/topics/" + topic + "/claims";
  }

  @Override
  public String claim(String topic, int max, long waitMillis) {
    return "{\"max\":" + max + ",\"wait\":" + waitMillis + "}";
  }

  @Override
  public Scan handle() {
    return RECEIPT;
  }

  @Override
  public Scan due() {
    return DUE;
  }

  @Override
  public Acks acks(Acks wanted) {
    return wanted;
  }

  @Override
  public String ackPath() {
    return "/v1/acks";
  }

  @Override
  public void writeAck(ByteArrayOutputStream content, String topic, Collection<byte[]> handles) {
    boolean several = handles.size() > 1;
    char separator = '[';
    for (byte[] receipt : handles) {
      if (several) {
        content.write(separator);
      }
      content.writeBytes(BEFORE);
      content.writeBytes(receipt);
      content.writeBytes(AFTER);
      separator = ',';
    }
    if (several) {
      content.write(']');
    }
  }

  @Override
  public void requireAcked(Answer answer, int messages) {
    if (ACCEPTED.count(answer) != messages) {
      throw new IllegalStateException("an ack was refused: " + answer.text());
    }
  }

  @Override
  public double putsOfBare() {
    return OF_BARE;
  }
}
