package io.bide.store.redis;

import io.bide.Delivery;
import io.bide.Due;
import io.bide.Receipt;
import io.bide.Topic;
import io.bide.store.ClaimReply;
import io.bide.store.ClaimReply.Grant;
import io.bide.store.ClaimRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Claims: asks the partitions of a topic one after the other, each claim beginning with another one, until
 * everybody has what he asked for.
 */
final class Claiming {
  private final Calls calls;
  private final AtomicInteger turn = new AtomicInteger();

  Claiming(Calls calls) {
    this.calls = calls;
  }

  CompletableFuture<ClaimReply> claim(Topic topic, List<ClaimRequest> requests, long byteLimit) {
    return calls.corrected(topic, partitions -> {
      Round round = new Round(topic, requests, partitions, byteLimit);
      round.askNext();
      return round.result;
    });
  }

  /** One claim on its way through the partitions; its steps come one after the other. */
  private final class Round {
    private final Topic topic;
    private final List<ClaimRequest> requests;
    private final int partitions;
    private final int start;
    private final List<List<Delivery>> deliveries = new ArrayList<>();
    private final List<@Nullable Instant> next = new ArrayList<>();
    private final CompletableFuture<ClaimReply> result = new CompletableFuture<>();
    private int asked;
    private long bytesLeft;
    private boolean nothingYet = true;
    private boolean more;
    private Instant lastNow = Instant.EPOCH;

    Round(Topic topic, List<ClaimRequest> requests, int partitions, long byteLimit) {
      this.topic = topic;
      this.requests = requests;
      this.partitions = partitions;
      this.bytesLeft = byteLimit;
      this.start = partitions == 1 ? 0 : Math.floorMod(turn.getAndIncrement(), partitions);
      requests.forEach(request -> {
        deliveries.add(new ArrayList<>());
        next.add(null);
      });
    }

    /** Asks the next partition that any request is about. */
    void askNext() {
      while (asked < partitions) {
        int partition = (start + asked) % partitions;
        asked++;
        List<Integer> asking = requestsOf(partition);
        if (!asking.isEmpty()) {
          ask(partition, asking);
          return;
        }
      }
      finish(lastNow);
    }

    private List<Integer> requestsOf(int partition) {
      List<Integer> asking = new ArrayList<>();
      for (int i = 0; i < requests.size(); i++) {
        String id = requests.get(i).id();
        if (id == null || calls.partitionOf(topic, id, partitions) == partition) {
          asking.add(i);
        }
      }
      return asking;
    }

    private void ask(int partition, List<Integer> asking) {
      List<byte[]> arguments = new ArrayList<>();
      arguments.add(new Packer(8).number(bytesLeft, 7).int8(nothingYet ? 1 : 0).done());
      for (int i : asking) {
        arguments.add(
            pack(requests.get(i), requests.get(i).max() - deliveries.get(i).size()));
      }
      var unused = calls
          .run(topic, partition, partitions, Script.CLAIM, arguments.toArray(byte[][]::new))
          .whenComplete((reply, error) -> {
            if (error != null) {
              failed(error);
            } else {
              take(partition, asking, reply);
            }
          });
    }

    /** What was handed out by the partitions before is not thrown away because of the next one. */
    private void failed(Throwable error) {
      if (deliveries.stream().allMatch(List::isEmpty)) {
        result.completeExceptionally(Failures.plain(error));
      } else {
        more = true;
        finish(lastNow);
      }
    }

    private void take(int partition, List<Integer> asking, Calls.Reply reply) {
      try {
        lastNow = reply.now();
        Unpacker limits = new Unpacker(reply.list().get(0));
        more |= limits.int8() == 1;
        bytesLeft = limits.number(7);
        nothingYet = limits.int8() == 1;
        List<?> grants = (List<?>) reply.list().get(1);
        for (int i = 0; i < grants.size(); i++) {
          take(partition, asking.get(i), (List<?>) grants.get(i), reply.now());
        }
      } catch (RuntimeException e) {
        result.completeExceptionally(e);
        return;
      }
      if (more) {
        finish(lastNow);
      } else {
        askNext();
      }
    }

    private void take(int partition, int request, List<?> grant, Instant now) {
      Instant at = new Unpacker(grant.get(0)).optionalTime();
      if (at != null) {
        Instant notBeforeNow = at.toEpochMilli() <= now.toEpochMilli() ? now : at;
        Instant known = next.get(request);
        next.set(request, known == null || notBeforeNow.isBefore(known) ? notBeforeNow : known);
      }
      for (int i = 1; i < grant.size(); i++) {
        EntryReader.Handed handed = grant.get(i) instanceof List<?> shown
            ? EntryReader.handed(topic, shown)
            : EntryReader.handed(topic, grant.get(i), grant.get(++i));
        Receipt receipt = handed.message().state().live()
            ? new Receipt(topic, partition, handed.message().id(), handed.fence())
            : null;
        deliveries.get(request).add(new Delivery(handed.message(), receipt));
      }
    }

    private void finish(Instant now) {
      List<Grant> grants = new ArrayList<>();
      for (int i = 0; i < requests.size(); i++) {
        grants.add(new Grant(deliveries.get(i), next.get(i)));
      }
      result.complete(new ClaimReply(now, grants, more));
    }
  }

  private static byte[] pack(ClaimRequest request, int still) {
    Duration lease = request.lease();
    Packer out = new Packer(48).int32(still).int32(request.maxItems());
    out.millis(lease == null ? 0 : Due.millisUp(lease));
    return out.sized(request.id() == null ? "" : request.id(), 2).done();
  }
}
