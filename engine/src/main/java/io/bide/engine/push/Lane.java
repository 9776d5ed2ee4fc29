package io.bide.engine.push;

import io.bide.Claimed;
import io.bide.Delivery;
import io.bide.Message;
import io.bide.PushReport.Outcome;
import io.bide.Subscription;
import io.bide.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Brings the messages of one topic to their endpoint.
 *
 * <p><b>The idea.</b> At most one claim of the topic is under way, for as many messages as there is room
 * for; it waits a while for something to become due. When it comes back empty-handed, the topic is
 * looked at: if nothing will be due soon the lane sleeps, if nothing is there at all it ends (unless it
 * has a subscription). It wakes when the store tells that something becomes ready, and by itself
 * after a while, because no wake-up is trusted alone. A lane that sleeps costs one alarm, one that has
 * ended nothing.
 *
 * <p><b>Room.</b> As many calls as the subscription allows, as long as the endpoint answers. One that
 * does not gets fewer, in the end one at a time, and rests in between; and while there is little room
 * for all, one that has not answered yet gets one: thousands of dead endpoints must not hold what the
 * others need.
 *
 * <p><b>Locks.</b> All state is guarded by the lane's monitor; the queue is never called inside it.
 */
final class Lane {
  private static final Duration SHORT_REST = Duration.ofMillis(50);
  private static final Duration STORE_REST = Duration.ofSeconds(1);

  private final Pusher pusher;
  private final Topic topic;
  private final Pace pace;

  private @Nullable Subscription subscription;
  private @Nullable CompletableFuture<Claimed> claim;
  private @Nullable Runnable alarm;
  private Window window = new Window();
  private int inFlight;
  private boolean busy;
  private boolean resting;
  private boolean woken;
  private boolean going;
  private boolean again;
  private boolean over;

  Lane(Pusher pusher, Topic topic) {
    this.pusher = pusher;
    this.topic = topic;
    this.pace = new Pace(pusher.nanos());
  }

  Topic topic() {
    return topic;
  }

  /** Something may be due; false when the lane has ended. */
  boolean wake() {
    synchronized (this) {
      if (over) {
        return false;
      }
      woken = true;
    }
    go();
    return true;
  }

  /** Works by this subscription from now on; by the endpoints that messages bring if there is none. */
  void subscribe(@Nullable Subscription changed) {
    synchronized (this) {
      subscription = changed;
      window = new Window();
      resting = false;
      pace.set(changed == null ? null : changed.perSecond());
    }
  }

  /** Claims nothing any more; what is on its way goes on. */
  void stop() {
    CompletableFuture<Claimed> waiting;
    synchronized (this) {
      over = true;
      silence();
      waiting = claim;
    }
    if (waiting != null) {
      waiting.cancel(false);
    }
  }

  /** A loop, not a recursion: a queue may answer before its call returns. */
  private void go() {
    synchronized (this) {
      again = going;
      if (going) {
        return;
      }
      going = true;
    }
    do {
      claim();
    } while (goesOn());
  }

  private synchronized boolean goesOn() {
    going = again;
    again = false;
    return going;
  }

  private void claim() {
    int room;
    synchronized (this) {
      room = busy || over || resting ? 0 : room();
      if (room == 0) {
        return;
      }
      busy = true;
      woken = false;
      silence();
    }
    CompletableFuture<Claimed> asked = pusher.claim(topic, room);
    boolean stopped;
    synchronized (this) {
      claim = asked;
      stopped = over;
    }
    if (stopped) {
      asked.cancel(false);
    }
    var unused = asked.whenComplete(this::claimed);
  }

  /** How many messages may be claimed now; sets the alarm for when there is room again by time. */
  private int room() {
    int free = window.within(limit()) - inFlight;
    if (free <= 0) {
      return 0;
    }
    int inAll = pusher.transit().room();
    int allowed = pace.available(pusher.nanos());
    if (inAll == 0 || allowed == 0) {
      wakeAfter(inAll == 0 ? SHORT_REST : pace.untilNext());
    }
    return Math.min(free, Math.min(inAll, allowed));
  }

  /** An endpoint that nobody has heard of yet has to do with one call when room is scarce. */
  private int limit() {
    return pusher.transit().crowded() && !window.answers() ? 1 : concurrency();
  }

  private int concurrency() {
    Subscription terms = subscription;
    return terms == null ? pusher.config().concurrency() : terms.concurrency();
  }

  private void claimed(@Nullable Claimed claimed, @Nullable Throwable error) {
    if (claimed == null || error != null) {
      idle();
      rest(STORE_REST);
    } else if (claimed.isEmpty()) {
      look();
    } else {
      begin(claimed.deliveries());
    }
  }

  private synchronized void idle() {
    busy = false;
    claim = null;
  }

  /** Others may have taken the room for which these were claimed; then they go back. */
  private void begin(List<Delivery> deliveries) {
    int inside = pusher.transit().enter(deliveries.size());
    synchronized (this) {
      busy = false;
      claim = null;
      inFlight += inside;
      pace.use(inside);
    }
    if (inside < deliveries.size()) {
      pusher.giveBack(deliveries.subList(inside, deliveries.size()));
      rest(SHORT_REST);
    }
    deliveries.subList(0, inside).forEach(this::begin);
    go();
  }

  private void begin(Delivery delivery) {
    Message message = delivery.message();
    var unused = pusher.bring(delivery, terms()).thenAccept(result -> {
      if (result.report().outcome() == Outcome.GONE) {
        // Until the subscription has been disabled, nothing more is sent.
        rest(STORE_REST);
        pusher.gone(message, result.report());
      }
      finished(result);
    });
  }

  private synchronized @Nullable Subscription terms() {
    return subscription;
  }

  private void finished(Post.Result result) {
    synchronized (this) {
      inFlight--;
      Duration rest = window.judge(result, concurrency());
      if (!rest.isZero()) {
        rest(rest);
      }
    }
    go();
  }

  /** Nothing was due for a while. */
  private void look() {
    var unused = pusher.stats(topic).whenComplete((stats, error) -> {
      idle();
      if (stats == null || error != null) {
        rest(STORE_REST);
      } else {
        looked(Outlook.of(stats, pusher.now(), pusher.config()));
      }
    });
  }

  /** Looks whether there is anything to do, without having heard of it. */
  void lookAround() {
    synchronized (this) {
      if (busy || over || resting) {
        return;
      }
      silence();
      busy = true;
      woken = false;
    }
    look();
  }

  private void looked(Outlook outlook) {
    Duration sleep = outlook.sleep();
    if (outlook.empty() && end()) {
      pusher.ended(this);
    } else if (sleep == null || !sleep(sleep)) {
      go();
    }
  }

  /** Sleeps, unless something has been heard meanwhile. One that rests has its alarm already. */
  private synchronized boolean sleep(Duration time) {
    if (resting) {
      return true;
    }
    if (woken || over || busy) {
      return false;
    }
    silence();
    alarm = pusher.after(time, this::lookAround);
    return true;
  }

  /** Ends if nobody needs it. */
  private synchronized boolean end() {
    if (subscription != null || woken || busy || inFlight > 0) {
      return false;
    }
    over = true;
    silence();
    return true;
  }

  /** Leaves the endpoint, or a store in trouble, alone for a while. */
  private synchronized void rest(Duration time) {
    if (!over) {
      resting = true;
      wakeAfter(time);
    }
  }

  private void wakeAfter(Duration time) {
    silence();
    alarm = pusher.after(time, this::ring);
  }

  private void ring() {
    synchronized (this) {
      resting = false;
      alarm = null;
    }
    go();
  }

  private void silence() {
    if (alarm != null) {
      alarm.run();
      alarm = null;
    }
  }
}
