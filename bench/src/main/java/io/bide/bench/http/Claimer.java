package io.bide.bench.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** A connection that claims a batch, acknowledges it, and claims again. */
final class Claimer implements Conversation {
  private static final int OK = 200;

  /** What all consumers of a run have in common: what they saw, and whether they go on. */
  interface Shift {
    /** A claim was answered, perhaps with nothing. */
    default void claimed(Answer answer) {}

    /** Messages were acknowledged; so long after they were asked for. */
    void acked(int messages, long nanos);

    /** Whether to claim again. */
    boolean goesOn(boolean foundNothing);
  }

  private final Shift shift;
  private final Speech speech;
  private final Post claims;
  private final AckRequest acks;
  private final byte[] claim;
  private final Acks how;
  private final Queue<byte[]> handles = new ArrayDeque<>();
  private boolean claiming;
  private int acking;
  private long begunNanos;

  Claimer(Target target, String topic, int max, long waitMillis, Acks how, Shift shift) {
    this.shift = shift;
    this.speech = target.speech();
    this.how = speech.acks(how);
    this.claims = new Post(target, speech.claimPath(topic, waitMillis));
    this.acks = new AckRequest(target, topic);
    this.claim = speech.claim(topic, max, waitMillis).getBytes(StandardCharsets.US_ASCII);
  }

  void begin(Line line) {
    claiming = true;
    begunNanos = System.nanoTime();
    line.send(claims.with(claim));
  }

  @Override
  public void answered(Line line, Answer answer) {
    answer.require(OK);
    if (claiming) {
      claimed(line, answer);
    } else {
      acked(line, answer);
    }
  }

  private void claimed(Line line, Answer answer) {
    claiming = false;
    int at = answer.from();
    while ((at = speech.handle().next(answer.bytes(), at, answer.to())) >= 0) {
      handles.add(Scan.textAt(answer.bytes(), at));
    }
    shift.claimed(answer);
    if (!handles.isEmpty()) {
      ack(line);
    } else if (shift.goesOn(true)) {
      begin(line);
    }
  }

  private void ack(Line line) {
    if (how == Acks.ONE_BY_ONE) {
      acking = 1;
      line.send(acks.of(List.of(handles.remove())));
    } else {
      acking = handles.size();
      line.send(acks.of(handles));
      handles.clear();
    }
  }

  private void acked(Line line, Answer answer) {
    speech.requireAcked(answer, acking);
    shift.acked(acking, System.nanoTime() - begunNanos);
    if (!handles.isEmpty()) {
      ack(line);
    } else if (shift.goesOn(false)) {
      begin(line);
    }
  }
}
