package io.bide.store.rocksdb;

import io.bide.Body;
import io.bide.Cause;
import io.bide.Delivery;
import io.bide.DeliveryMode;
import io.bide.Due;
import io.bide.Receipt;
import io.bide.State;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimReply.Grant;
import io.bide.store.ClaimRequest;
import io.bide.store.rocksdb.EntryCodec.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hands out what is due in one topic: the front, then ended leases and fresh messages by turns.
 *
 * <p>The indexes are read once for all requests of a call, as they were when it began; the places the
 * two scans stop at are the new heads of the indexes.
 */
final class Claiming {
  private final Ledger ledger;
  private final Lives lives;

  Claiming(Ledger ledger, Lives lives) {
    this.ledger = ledger;
    this.lives = lives;
  }

  ClaimReply claim(TopicState topic, List<ClaimRequest> requests, long byteLimit, Moment moment) {
    if (topic.paused) {
      return new ClaimReply(
          moment.instant(), requests.stream().map(r -> NOTHING).toList(), false);
    }
    Call call = new Call(topic, byteLimit, moment);
    List<List<Delivery>> handedOut = new ArrayList<>();
    try (IndexScan due = IndexScan.due(ledger, topic);
        IndexScan leases = IndexScan.leases(ledger, topic)) {
      // What the call itself writes must not be taken for what the scans have passed.
      due.holdHead();
      leases.holdHead();
      try {
        for (ClaimRequest request : requests) {
          handedOut.add(
              request.id() == null
                  ? call.serve(request, due, leases)
                  : call.serveById(request, request.id()));
        }
        call.skipTakenById(due);
        call.skipTakenById(leases);
        due.lowerHead();
        leases.lowerHead();
      } catch (RuntimeException e) {
        due.restoreHead();
        leases.restoreHead();
        throw e;
      }
    }
    if (call.changed()) {
      topic.countersDirty = true;
      ledger.touch(topic);
    }
    return reply(topic, requests, handedOut, call.full, moment);
  }

  private static final Grant NOTHING = new Grant(List.of(), null);

  private ClaimReply reply(
      TopicState topic,
      List<ClaimRequest> requests,
      List<List<Delivery>> handedOut,
      boolean more,
      Moment moment) {
    Instant next = nextReady(topic, moment);
    if (requests.stream().anyMatch(request -> request.id() != null)) {
      // Who asks for one message is not told of the others, and so has to hear of every change.
      topic.announced = Long.MAX_VALUE;
    }
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      String id = requests.get(i).id();
      grants.add(new Grant(handedOut.get(i), id == null ? next : nextOf(topic, id, moment)));
    }
    return new ClaimReply(moment.instant(), grants, more);
  }

  /** When something in the topic becomes ready, or a notice may come; now, if something is. */
  @Nullable
  Instant nextReady(TopicState topic, Moment moment) {
    long next = Math.min(topic.due.at(), topic.lease.at());
    topic.announced = next;
    TopicState source = ledger.topics().find(topic.topic.source());
    if (topic.topic.isDeathNotices() && source != null && source.givesNotices()) {
      source.announcedDeath = lives.nextDeath(source);
      next = Math.min(next, source.announcedDeath);
    }
    return notBefore(moment, next);
  }

  private @Nullable Instant nextOf(TopicState topic, String id, Moment moment) {
    Entry live = lives.live(topic, id, moment);
    if (live == null) {
      return null;
    }
    return notBefore(moment, live.leaseEnd != 0 ? live.leaseEnd : live.position);
  }

  private static @Nullable Instant notBefore(Moment moment, long next) {
    if (next == Long.MAX_VALUE) {
      return null;
    }
    return next <= moment.now() ? moment.instant() : Instant.ofEpochMilli(next);
  }

  /** One call: what is still to be handed out of its bytes, and how. */
  private final class Call {
    private final TopicState topic;
    private final Moment moment;

    /** What goes on after an at-most-once claim has a later sequence; this call does not see it. */
    private final long newest;

    private long bytesLeft;
    private boolean first = true;
    private boolean full;
    private boolean handedOut;
    private int deaths;
    private final Set<Long> takenById = new HashSet<>();

    Call(TopicState topic, long byteLimit, Moment moment) {
      this.topic = topic;
      this.bytesLeft = byteLimit;
      this.moment = moment;
      this.newest = ledger.lastSequence();
    }

    /**
     * Whether there is anything to write. That the heads have moved over what was deleted is not: until
     * the next write they are a little behind on the disk, which a scan can bear, and waiting for a sync
     * would make everybody late who has found nothing.
     */
    boolean changed() {
      return handedOut || deaths > 0;
    }

    List<Delivery> serve(ClaimRequest request, IndexScan due, IndexScan leases) {
      List<Delivery> out = new ArrayList<>();
      take(due, request, request.max(), Long.MIN_VALUE, out);
      int places = request.max() - out.size();
      if (places == 1 && ready(due) && ready(leases)) {
        alternate(request, due, leases, out);
        return out;
      }
      int endedFirst = ready(due) ? out.size() + places / 2 : request.max();
      take(leases, request, endedFirst, 0, out);
      take(due, request, request.max(), 0, out);
      take(leases, request, request.max(), 0, out);
      return out;
    }

    private void alternate(
        ClaimRequest request, IndexScan due, IndexScan leases, List<Delivery> out) {
      int before = out.size();
      take(topic.freshTurn ? due : leases, request, before + 1, 0, out);
      if (out.size() > before) {
        topic.freshTurn = !topic.freshTurn;
      }
    }

    private boolean ready(IndexScan scan) {
      skipTakenById(scan);
      return scan.valid() && scan.at() <= moment.now();
    }

    /** Takes until there are {@code upTo}; with {@code from} below zero only what is at the front. */
    private void take(
        IndexScan scan, ClaimRequest request, int upTo, long from, List<Delivery> out) {
      while (!full && out.size() < upTo && ready(scan) && (from >= 0 || scan.at() < 0)) {
        Entry entry = ledger.get(topic, scan.sequence());
        if (moment.now() >= entry.deadline()) {
          lives.die(entry, moment);
          full = ++deaths >= Sweeping.BUDGET;
        } else if (!handOut(entry, request, out)) {
          return;
        }
        scan.next();
      }
    }

    /** What was taken by its id is no longer where the scan sees it. */
    void skipTakenById(IndexScan scan) {
      while (scan.valid() && takenById.contains(scan.sequence())) {
        scan.next();
      }
    }

    List<Delivery> serveById(ClaimRequest request, String id) {
      List<Delivery> out = new ArrayList<>();
      Entry live = full ? null : lives.live(topic, id, moment);
      if (live != null
          && live.sequence <= newest
          && live.state(moment.now()) == State.READY
          && handOut(live, request, out)) {
        takenById.add(live.sequence);
      }
      return out;
    }

    private boolean handOut(Entry entry, ClaimRequest request, List<Delivery> out) {
      List<Body> items = fitting(entry, Math.min(request.maxItems(), entry.itemsPerClaim));
      if (items.isEmpty()) {
        full = true;
        return false;
      }
      first = false;
      handedOut = true;
      entry.movable |= entry.leaseOver(moment.now());
      entry.attempts++;
      entry.claimed = moment.now();
      entry.fence = ledger.nextFence();
      entry.leaseEnd = moment.up() + Due.millisUp(leaseFor(entry, request));
      entry.handed = entry.from + items.size();
      entry.everHanded = Math.max(entry.everHanded, entry.handed);
      entry.nextStart = entry.end;
      entry.nextDue = 0;
      out.add(
          topic.settings.delivery() == DeliveryMode.AT_MOST_ONCE
              ? finish(entry, items)
              : lend(entry, items));
      return true;
    }

    private Delivery lend(Entry entry, List<Body> items) {
      ledger.save(entry);
      ledger.expect(entry);
      return new Delivery(
          Views.of(entry, items, entry.itemCount(), moment.now()),
          new Receipt(topic.topic, 0, entry.id, entry.fence));
    }

    private Delivery finish(Entry entry, List<Body> items) {
      entry.fence = 0;
      lives.end(entry, entry.handed, State.DONE, Cause.ACKED, moment.now(), moment);
      return new Delivery(Views.of(entry, items, items.size(), moment.now()), null);
    }

    private Duration leaseFor(Entry entry, ClaimRequest request) {
      if (request.lease() != null) {
        return request.lease();
      }
      return entry.lease != null ? entry.lease : topic.settings.lease();
    }

    /** The first items that fit into the bytes left; none if not even the first one does. */
    private List<Body> fitting(Entry entry, int most) {
      if (!entry.merged) {
        Body body = ledger.contents().plainBody(entry);
        return fits(body) ? List.of(body) : List.of();
      }
      List<Body> items = new ArrayList<>();
      int to = Math.min(entry.end, entry.from + most);
      for (int n = entry.from; n < to; n++) {
        Item item = ledger.contents().item(entry, n);
        if (!fits(item.body())) {
          break;
        }
        items.add(item.body());
      }
      return items;
    }

    private boolean fits(Body body) {
      if (!first && body.size() > bytesLeft) {
        return false;
      }
      bytesLeft -= body.size();
      first = false;
      return true;
    }
  }
}
