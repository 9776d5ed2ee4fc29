package io.bide.testing.crash;

import io.bide.BideException;
import io.bide.Body;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.ErrorCode;
import io.bide.MergeOptions;
import io.bide.Message;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.SettleResult;
import io.bide.Topic;
import io.bide.WhenLeased;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The words of the history in those of the queue, and back. */
final class Words {
  /** Marks a body that came back with other bytes than it was put with. */
  private static final String DAMAGED = "damaged-";

  private static final int PADDING = 150;

  private Words() {}

  static Put put(Call.Put call) {
    Put.Builder put = Put.to(call.topic())
        .id(call.id())
        .body(body(call.body()))
        .token(call.token())
        .due(after(call.delay()))
        .ttl(call.ttl() > 0 ? Duration.ofMillis(call.ttl()) : null)
        .maxAttempts(call.maxAttempts() > 0 ? call.maxAttempts() : null);
    return switch (call.merge()) {
      case NONE -> put.build();
      case KEEP -> put.merge(MergeOptions.KEEP).build();
      case MOVE -> put.merge(MergeOptions.MOVE).build();
    };
  }

  static Claim claim(Call.Claim call) {
    Claim claim = Claim.from(call.topics().stream().map(Topic::of).toArray(Topic[]::new))
        .max(call.max())
        .maxItems(call.maxItems())
        .lease(call.lease() > 0 ? Duration.ofMillis(call.lease()) : null)
        .waiting(Duration.ofMillis(call.waitUpTo()));
    return call.id() == null ? claim : claim.id(call.id());
  }

  static Settle settle(Call.Settle call) {
    return switch (call.kind()) {
      case ACK -> new Settle.Ack(call.receipt());
      case RELEASE ->
        new Settle.Release(
            call.receipt(), call.millis() == Call.Settle.BACKOFF ? null : after(call.millis()));
      case EXTEND -> new Settle.Extend(call.receipt(), Duration.ofMillis(call.millis()));
    };
  }

  static WhenLeased whenLeased(boolean voids) {
    return voids ? WhenLeased.VOID : WhenLeased.REFUSE;
  }

  static Due after(long millis) {
    return Due.after(Duration.ofMillis(millis));
  }

  static List<Reply> putReplies(List<PutResult> results) {
    return results.stream().map(Words::reply).toList();
  }

  private static Reply reply(PutResult result) {
    if (result instanceof PutResult.Stored stored) {
      return new Reply.Stored(
          stored.id(),
          stored.how(),
          millis(stored.created()),
          millis(stored.due()),
          stored.items());
    }
    return result instanceof PutResult.Failed failed
        ? failed(failed.error().code())
        : new Reply.Duplicate();
  }

  static Reply claimed(Claimed claimed) {
    return new Reply.Claimed(claimed.deliveries().stream().map(Words::handout).toList());
  }

  private static Handout handout(Delivery delivery) {
    Message message = delivery.message();
    return new Handout(
        delivery.requireReceipt(),
        message.attempts(),
        message.maxAttempts(),
        millis(message.due()),
        millis(message.claimed()),
        millis(message.next()),
        millis(message.expiry()),
        bodies(message));
  }

  static List<Reply> settleReplies(List<SettleResult> results) {
    return results.stream().map(Words::reply).toList();
  }

  private static Reply reply(SettleResult result) {
    BideException error = result.error();
    return error != null
        ? failed(error.code())
        : new Reply.Settled(result.answer(), result.state(), millis(result.next()));
  }

  static Event.Listed listed(Message message) {
    return new Event.Listed(
        message.topic().name(),
        message.id(),
        message.state(),
        message.attempts(),
        message.maxAttempts(),
        bodies(message));
  }

  static Reply.Failed failed(ErrorCode code) {
    return new Reply.Failed(code.name(), code.outcome() == ErrorCode.Outcome.DID_NOT_HAPPEN);
  }

  /** The name of a body is what the history knows; the rest is there to be damaged. */
  static String body(String name) {
    return name + "." + name.repeat(PADDING / (name.length() + 1));
  }

  private static List<String> bodies(Message message) {
    return message.items().stream().map(Words::name).toList();
  }

  private static String name(Body body) {
    return name(body.asText());
  }

  static String name(String text) {
    String name = text.substring(0, Math.max(0, text.indexOf('.')));
    return text.equals(body(name)) ? name : DAMAGED + name;
  }

  static long millis(@Nullable Instant time) {
    return time == null ? 0 : time.toEpochMilli();
  }
}
