package io.bide.store.redis;

import io.bide.BideException;
import io.bide.Redrive;
import io.bide.RedriveResult;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Brings dead letters back, a bounded number in each call, partition by partition. */
final class Redriving {
  private static final int MOST_AT_ONCE = 200;
  private static final String NO_CURSOR =
      "is not one that a redrive has answered; send it unchanged";

  private final Calls calls;

  Redriving(Calls calls) {
    this.calls = calls;
  }

  CompletableFuture<RedriveResult> redrive(Redrive redrive) {
    return calls.corrected(redrive.topic(), partitions -> {
      Walk walk = new Walk(redrive, partitions);
      walk.goOn();
      return walk.result;
    });
  }

  /** One redrive on its way; its steps come one after the other. */
  private final class Walk {
    private final Redrive redrive;
    private final int partitions;
    private final List<String> conflicts = new ArrayList<>();
    private final CompletableFuture<RedriveResult> result = new CompletableFuture<>();
    private int partition;
    private byte[] cursor = {};
    private int redriven;
    private int left;

    Walk(Redrive redrive, int partitions) {
      this.redrive = redrive;
      this.partitions = partitions;
      this.left = redrive.limit();
      String id = redrive.id();
      if (id != null) {
        partition = calls.partitionOf(redrive.topic(), id, partitions);
      } else if (redrive.cursor() != null) {
        begin(redrive.cursor());
      }
    }

    private void begin(String text) {
      try {
        Unpacker in = new Unpacker(Base64.getUrlDecoder().decode(text));
        partition = (int) in.number(2);
        cursor = in.rest();
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        throw BideException.invalid("cursor", NO_CURSOR);
      }
      if (cursor.length > 0 && cursor.length < Long.BYTES) {
        throw BideException.invalid("cursor", NO_CURSOR);
      }
    }

    void goOn() {
      int most = Math.min(left, MOST_AT_ONCE);
      String id = redrive.id();
      var unused = calls
          .run(
              redrive.topic(),
              partition,
              partitions,
              Script.REDRIVE,
              pack(most),
              Packer.utf8(id == null ? "" : id))
          .whenComplete((reply, error) -> {
            if (error != null) {
              result.completeExceptionally(Failures.plain(error));
            } else {
              took(reply.list());
            }
          });
    }

    private byte[] pack(int most) {
      Packer out = new Packer(64).int8(Codes.of(redrive.state())).int32(most);
      out.duration(redrive.start()).duration(redrive.spacing()).int32(redriven);
      return cursor.length == 0 ? out.number(0, 8).done() : out.raw(cursor).done();
    }

    private void took(List<?> answer) {
      int now = new Unpacker(answer.get(0)).int32();
      cursor = (byte[]) answer.get(1);
      List<?> ids = (List<?>) answer.get(2);
      ids.forEach(id -> conflicts.add(new Unpacker(id).restAsText()));
      redriven += now;
      left -= now + ids.size();
      boolean partitionIsDone = cursor.length == 0;
      if (redrive.id() != null || (partitionIsDone && partition + 1 >= partitions)) {
        finish(null);
        return;
      }
      partition += partitionIsDone ? 1 : 0;
      if (left == 0) {
        finish(new Packer(64).number(partition, 2).raw(cursor).done());
      } else {
        goOn();
      }
    }

    private void finish(byte @Nullable [] next) {
      String text =
          next == null ? null : Base64.getUrlEncoder().withoutPadding().encodeToString(next);
      result.complete(new RedriveResult(redriven, conflicts, text));
    }
  }
}
