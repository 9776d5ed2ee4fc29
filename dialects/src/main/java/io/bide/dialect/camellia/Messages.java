package io.bide.dialect.camellia;

import io.bide.BideException;
import io.bide.Body;
import io.bide.CancelResult;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Due;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.Settle;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import io.bide.WhenLeased;
import io.bide.dialect.Call;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What is done with messages: sent, pulled, acknowledged, looked at, deleted. */
final class Messages {
  private static final Set<State> ANY = Set.of(State.values());
  private static final Set<State> CONSUMING = Set.of(State.LEASED);
  private static final int MOST_RETRIES = Integer.MAX_VALUE - 2;

  private final Config config;
  private final Monitor monitor;
  private final Keeping keeping;
  private final MsgIds ids;

  Messages(Config config, Monitor monitor, Keeping keeping, MsgIds ids) {
    this.config = config;
    this.monitor = monitor;
    this.keeping = keeping;
    this.ids = ids;
  }

  void send(Call call) {
    Form form = Form.of(call);
    long delay = form.number(Field.DELAY);
    long ttl = ttl(form.number(Field.TTL, 0));
    int maxRetry = maxRetry(form.integer(Field.MAX_RETRY, -1));
    byte[] msg = form.bytes(Field.MSG);
    Topic topic = topic(form);
    if (msg.length == 0) {
      throw BideException.invalid("msg", "is empty");
    }
    if (delay > Config.LONGEST.toMillis()) {
      Answer.MESSAGE.refuse(call, Answer.FAILED);
      return;
    }
    String id = form.textOrNull(Field.MSG_ID);
    Put put = Put.to(topic)
        .id(id == null ? ids.next() : id)
        .body(Body.of(msg, Body.TEXT))
        .due(delay <= 0 ? Due.now() : Due.after(Duration.ofMillis(delay)))
        .ttl(Duration.ofMillis(ttl))
        .maxAttempts(maxRetry + 1)
        .build();
    call.then(call.queue().put(List.of(put)), results -> sent(call, put, ttl, results.get(0)));
  }

  /** Asked for last: what cannot be read is told before what makes no sense. */
  private Topic topic(Form form) {
    return config.topic(form.text(Field.TOPIC));
  }

  private int maxRetry(int asked) {
    return Math.min(asked < 0 ? config.maxRetry() : asked, MOST_RETRIES);
  }

  private long ttl(long asked) {
    return asked <= 0 ? config.ttl().toMillis() : Math.min(asked, Config.LONGEST.toMillis());
  }

  private void sent(Call call, Put put, long ttl, PutResult result) {
    if (result instanceof PutResult.Stored stored) {
      DelayMsg message = DelayMsg.of(put, stored, ttl, put.due().millis() > 0);
      keeping.of(call, put.topic(), () -> answerSent(call, message));
    } else if (result instanceof PutResult.Duplicate duplicate) {
      answerSent(call, DelayMsg.of(duplicate.existing()));
    } else if (result instanceof PutResult.Failed failed) {
      throw failed.error();
    }
  }

  private void answerSent(Call call, DelayMsg message) {
    monitor.sent(message.topic());
    Answer.MESSAGE.succeed(call, message);
  }

  void pull(Call call) {
    Form form = Form.of(call);
    Claim claim = claim(form);
    call.handOut(call.queue().claim(claim), claimed -> {
      monitor.pulled(claimed);
      Answer.LIST.succeed(call, claimed.deliveries().size(), out -> {
        for (Delivery delivery : claimed.deliveries()) {
          DelayMsg.of(delivery.message()).write(out);
        }
      });
    });
  }

  void poll(Call call) {
    Form form = Form.of(call);
    long asked = form.number(Field.WAIT, 0);
    Duration wait = asked <= 0 ? config.polling() : Duration.ofMillis(asked);
    Duration most = config.maxWait();
    Claim claim = claim(form).waiting(wait.compareTo(most) > 0 ? most : wait);
    call.handOut(call.queue().claim(claim), claimed -> answerPoll(call, claimed));
  }

  private void answerPoll(Call call, Claimed claimed) {
    monitor.pulled(claimed);
    Answer.POLL.succeed(call, claimed.deliveries().size(), out -> {
      for (Delivery delivery : claimed.deliveries()) {
        DelayMsg.of(delivery.message()).writeSorted(out);
      }
    });
  }

  private Claim claim(Form form) {
    long timeout = form.number(Field.ACK_TIMEOUT, 0);
    int batch = form.integer(Field.BATCH, 0);
    Duration lease = timeout <= 0
        ? config.ackTimeout()
        : Duration.ofMillis(Math.min(timeout, Config.LONGEST.toMillis()));
    return Claim.from(topic(form))
        .max(Math.min(Math.max(batch, 1), config.maxBatch()))
        .lease(lease);
  }

  void ack(Call call) {
    Form form = Form.of(call);
    boolean ack = form.flag(Field.ACK);
    String id = form.text(Field.MSG_ID);
    Topic topic = topic(form);
    Settle settle = ack
        ? new Settle.Ack(new Target.ById(topic, id, ANY))
        : new Settle.Release(new Target.ById(topic, id, CONSUMING), Due.now());
    call.then(call.queue().settle(List.of(settle)), results -> {
      BideException error = results.get(0).error();
      if (error != null) {
        throw error;
      }
      monitor.acked(topic.name());
      Answer.PLAIN.succeed(call);
    });
  }

  void look(Call call) {
    Form form = Form.of(call);
    String id = form.text(Field.MSG_ID);
    Topic topic = topic(form);
    call.then(call.queue().peek(topic, id), found -> {
      if (found.isEmpty()) {
        Answer.MESSAGE.refuse(call, Answer.UNKNOWN);
      } else {
        monitor.looked(topic.name());
        Answer.MESSAGE.succeed(call, DelayMsg.of(found.get()));
      }
    });
  }

  void delete(Call call) {
    Form form = Form.of(call);
    boolean release = form.flag(Field.RELEASE, false);
    String id = form.text(Field.MSG_ID);
    Topic topic = topic(form);
    if (release) {
      call.then(
          call.queue().erase(topic, id),
          state -> deleted(call, topic, state.isPresent() && state.get().live()));
    } else {
      call.then(
          call.queue().cancel(topic, id, WhenLeased.VOID),
          result -> deleted(call, topic, result.answer() == CancelResult.Answer.CANCELLED));
    }
  }

  private void deleted(Call call, Topic topic, boolean wasAlive) {
    if (wasAlive) {
      monitor.deleted(topic.name());
      Answer.PLAIN.succeed(call);
    } else {
      Answer.PLAIN.refuse(call, Answer.UNKNOWN);
    }
  }
}
