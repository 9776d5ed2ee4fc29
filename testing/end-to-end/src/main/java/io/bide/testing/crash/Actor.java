package io.bide.testing.crash;

import io.bide.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Does one random thing after the other. */
final class Actor {
  private static final int MERGE_IDS = 8;
  private static final int RUNS_PER_MERGE_ID = 4;
  private static final long LONGEST_DELAY = 3_000;
  private static final List<Long> LEASES = List.of(0L, 100L, 400L, 2_500L);

  private final RecordedQueue queue;
  private final Load.Memory memory;
  private final String name;
  private final int run;
  private final Random random;
  private int puts;

  Actor(RecordedQueue queue, Load.Memory memory, String name, int run, long seed) {
    this.queue = queue;
    this.memory = memory;
    this.name = name;
    this.run = run;
    this.random = new Random(seed);
  }

  void step() {
    int roll = random.nextInt(100);
    if (roll < 28) {
      put(1 + random.nextInt(4), false);
    } else if (roll < 40) {
      put(1 + random.nextInt(3), true);
    } else if (roll < 45) {
      memory.puts().pick(random).ifPresent(put -> queue.put(List.of(put)));
    } else if (roll < 50) {
      memory.ids().pick(random).ifPresent(this::cancel);
    } else if (roll < 55) {
      memory
          .ids()
          .pick(random)
          .ifPresent(key -> queue.reschedule(new Call.Reschedule(key.topic(), key.id(), delay())));
    } else if (roll < 60) {
      memory.ids().pick(random).ifPresent(this::claimById);
    } else if (roll < 64) {
      memory.receipts().pick(random).ifPresent(this::settleLate);
    } else {
      claim();
    }
  }

  private void put(int count, boolean merge) {
    List<Call.Put> batch = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Call.Put put = merge ? mergePut() : plainPut();
      batch.add(put);
      if (put.token() != null) {
        memory.puts().add(put, random);
      }
    }
    List<Reply> replies = queue.put(batch);
    for (int i = 0; i < count; i++) {
      if (replies.get(i) instanceof Reply.Stored stored) {
        memory.ids().add(new Life.Key(batch.get(i).topic(), stored.id()), random);
      }
    }
  }

  private Call.Put plainPut() {
    String body = nextBody();
    String topic = Load.PLAIN.get(random.nextInt(Load.PLAIN.size()));
    boolean withId = chance(80);
    String token = !withId || chance(50) ? "t" + body : null;
    return new Call.Put(
        topic, withId ? body : null, body, token, Call.Merge.NONE, delay(), ttl(), limit());
  }

  private Call.Put mergePut() {
    String body = nextBody();
    String id = "m" + run / RUNS_PER_MERGE_ID + "x" + random.nextInt(MERGE_IDS);
    // A plain message that is there first becomes a merged one.
    Call.Merge merge =
        chance(15) ? Call.Merge.NONE : chance(50) ? Call.Merge.KEEP : Call.Merge.MOVE;
    String token = chance(50) ? "t" + body : null;
    return new Call.Put(Load.MERGE, id, body, token, merge, delay() / 4, ttl(), limit());
  }

  private String nextBody() {
    return "b" + name + "x" + puts++;
  }

  private void cancel(Life.Key key) {
    queue.cancel(new Call.Cancel(key.topic(), key.id(), chance(50)));
  }

  private void claimById(Life.Key key) {
    claim(List.of(key.topic()), key.id());
  }

  private void claim() {
    int roll = random.nextInt(10);
    if (roll < 4) {
      claim(List.of(Load.MERGE), null);
    } else if (roll < 8) {
      claim(List.of(Load.PLAIN.get(roll % 2)), null);
    } else {
      claim(Load.PLAIN, null);
    }
  }

  private void claim(List<String> topics, @Nullable String id) {
    long wait = chance(50) ? 0 : random.nextInt(150);
    int maxItems = chance(50) ? 1_000 : 1 + random.nextInt(4);
    List<Handout> handouts = queue.claim(
        new Call.Claim(topics, id, 1 + random.nextInt(10), maxItems, pick(LEASES), wait));
    List<Call.Settle> settles = new ArrayList<>();
    for (Handout handout : handouts) {
      int roll = random.nextInt(100);
      if (roll < 72) {
        settles.add(new Call.Settle(Call.Settle.Kind.ACK, handout.receipt(), 0));
      } else if (roll < 82) {
        settles.add(release(handout.receipt()));
      } else if (roll < 90) {
        settles.add(extend(handout.receipt()));
      }
      memory.receipts().add(handout.receipt(), random);
    }
    if (!settles.isEmpty()) {
      queue.settle(settles);
    }
  }

  /** With a receipt that may still be good, or not any more. */
  private void settleLate(Receipt receipt) {
    int roll = random.nextInt(3);
    queue.settle(List.of(
        roll == 0
            ? new Call.Settle(Call.Settle.Kind.ACK, receipt, 0)
            : roll == 1 ? release(receipt) : extend(receipt)));
  }

  private Call.Settle release(Receipt receipt) {
    long delay = chance(30) ? Call.Settle.BACKOFF : random.nextInt(400);
    return new Call.Settle(Call.Settle.Kind.RELEASE, receipt, delay);
  }

  private Call.Settle extend(Receipt receipt) {
    return new Call.Settle(Call.Settle.Kind.EXTEND, receipt, 1 + random.nextInt(1_500));
  }

  private long delay() {
    return chance(40) ? 0 : (long) (LONGEST_DELAY * Math.pow(random.nextDouble(), 3));
  }

  private long ttl() {
    return chance(15) ? 100 + random.nextInt(2_000) : 0;
  }

  private int limit() {
    return chance(20) ? 1 + random.nextInt(3) : 0;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
