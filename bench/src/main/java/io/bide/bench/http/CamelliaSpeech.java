package io.bide.bench.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** What clients of camellia-delay-queue speak: forms, one message per put, one request per ack. */
final class CamelliaSpeech implements Speech {
  static final String ROOT = "/camellia/delayQueue/";

  private static final Scan SUCCESS = Scan.pair("msg", "success");
  private static final Scan ID = Scan.text("msgId");
  private static final Scan DUE = Scan.number("triggerTime");
  private static final double OF_BARE = 0.45;
  private static final int OK = 200;

  @Override
  public String contentType() {
    return "application/x-www-form-urlencoded";
  }

  @Override
  public int putBatch(int wanted) {
    return 1;
  }

  @Override
  public String putPath(String topic) {
    return ROOT + "sendMsg";
  }

  @Override
  public String put(String topic, int batch, String body, When due) {
    return "topic=" + topic + "&msgId=" + PutRequest.ID + "&msg=" + body.replace(' ', '+')
        + "&ttlMillis=-1&maxRetry=-1&delayMillis=" + delay(due);
  }

  private static String delay(When due) {
    return switch (due.kind()) {
      case AFTER -> Long.toString(due.millis());
      case AT -> PutRequest.LEFT;
      case RANDOM -> PutRequest.DELAY;
    };
  }

  @Override
  public void requireStored(Answer answer, int batch) {
    requireSuccess(answer);
  }

  private static void requireSuccess(Answer answer) {
    answer.require(OK);
    if (SUCCESS.count(answer) != 1) {
      throw new IllegalStateException("the server answered " + answer.text());
    }
  }

  @Override
  public String claimPath(String topic, long waitMillis) {
    return ROOT + (waitMillis > 0 ? "longPollingMsg" : "pullMsg");
  }

  @Override
  public String claim(String topic, int max, long waitMillis) {
    return "topic=" + topic + "&batch=" + max + "&ackTimeoutMillis=-1&longPollingTimeoutMillis="
        + waitMillis;
  }

  @Override
  public Scan handle() {
    return ID;
  }

  @Override
  public Scan due() {
    return DUE;
  }

  @Override
  public Acks acks(Acks wanted) {
    return Acks.ONE_BY_ONE;
  }

  @Override
  public String ackPath() {
    return ROOT + "ackMsg";
  }

  @Override
  public void writeAck(ByteArrayOutputStream content, String topic, Collection<byte[]> handles) {
    content.writeBytes(("topic=" + topic + "&ack=true&msgId=").getBytes(StandardCharsets.US_ASCII));
    content.writeBytes(handles.iterator().next());
  }

  @Override
  public void requireAcked(Answer answer, int messages) {
    requireSuccess(answer);
  }

  @Override
  public double putsOfBare() {
    return OF_BARE;
  }
}
