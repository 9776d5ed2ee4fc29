package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.MergeOptions;
import io.bide.Topic;
import io.bide.dialect.Call;
import io.bide.dialect.JsonOut;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Hands out what is due, of one topic or of several. */
final class Claims {
  private final Json json;
  private final MessageJson messages;
  private final Tickets tickets;

  Claims(Json json, MessageJson messages, Tickets tickets) {
    this.json = json;
    this.messages = messages;
    this.tickets = tickets;
  }

  /** From the topic in the path. */
  void ofTopic(Call call, String namespace) {
    Params.none(call);
    Topic topic = Topic.of(namespace, call.path("topic"));
    boolean empty = call.body().length() == 0;
    ClaimJson claim = empty ? new ClaimJson(false) : read(call, false);
    claim(call, claim.build(List.of(topic)), claim.ticket);
  }

  /** From the topics in the body. */
  void ofTopics(Call call, String namespace) {
    Params.none(call);
    ClaimJson claim = read(call, true);
    claim(call, claim.build(claim.topicsIn(namespace)), claim.ticket);
  }

  /** Ends the waiting of a claim; whoever made it gets what it has got, which is nothing as a rule. */
  void takeBack(Call call) {
    Params.none(call);
    if (tickets.takeBack(call.path("ticket"))) {
      JsonOut out = new JsonOut().beginObject().field("status", "taken-back").endObject();
      call.answer(200, RestDialect.JSON, out.toBuffer());
    } else {
      Problem.refused(
              404, "unknown-claim", "no claim waits under this ticket here; it has its answer")
          .answer(call);
    }
  }

  private ClaimJson read(Call call, boolean severalTopics) {
    return json.read(call.body(), in -> {
      ClaimJson claim = new ClaimJson(severalTopics);
      in.object(name -> claim.read(in, name));
      return claim;
    });
  }

  private void claim(Call call, Claim claim, @Nullable String ticket) {
    CompletableFuture<Claimed> waiting = ticket == null
        ? call.queue().claim(claim)
        : tickets.hold(ticket, () -> call.queue().claim(claim));
    call.handOut(waiting, claimed -> answer(call, claimed));
  }

  private void answer(Call call, Claimed claimed) {
    JsonOut out = new JsonOut(64 + 512 * claimed.deliveries().size());
    out.beginObject().field("now", claimed.now().toEpochMilli());
    out.name("messages").beginArray();
    for (Delivery delivery : claimed.deliveries()) {
      messages.write(out, delivery);
    }
    call.answer(200, RestDialect.JSON, out.endArray().endObject().toBuffer());
  }

  /** A claim, as it is read. */
  private static final class ClaimJson {
    private final boolean severalTopics;
    private final List<String> topics = new ArrayList<>();
    private int max = 1;
    private int maxItems = MergeOptions.MAX_ITEMS_PER_CLAIM;
    private @Nullable Duration lease;
    private Duration wait = Duration.ZERO;
    private @Nullable String id;
    private @Nullable String ticket;

    ClaimJson(boolean severalTopics) {
      this.severalTopics = severalTopics;
    }

    boolean read(JsonIn in, String name) throws IOException {
      switch (name) {
        case "max" -> max = in.integer();
        case "maxItems" -> maxItems = in.integer();
        case "lease" -> lease = in.duration();
        case "wait" -> wait = in.duration();
        case "id" -> id = in.text();
        case "ticket" -> ticket = in.text();
        case "topics" -> {
          if (!severalTopics) {
            return false;
          }
          in.array(() -> topics.add(in.text()));
        }
        default -> {
          return false;
        }
      }
      return true;
    }

    List<Topic> topicsIn(String namespace) {
      if (topics.isEmpty()) {
        throw BideException.invalid("topics", "are missing; name at least one");
      }
      return topics.stream().map(name -> Topic.of(namespace, name)).toList();
    }

    Claim build(List<Topic> from) {
      return new Claim(from, id, max, maxItems, lease, wait);
    }
  }
}
