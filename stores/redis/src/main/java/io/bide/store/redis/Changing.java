package io.bide.store.redis;

import io.bide.CancelResult;
import io.bide.Due;
import io.bide.Message;
import io.bide.RescheduleResult;
import io.bide.State;
import io.bide.Topic;
import io.bide.WhenLeased;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What is done with one message by its id: cancel, reschedule, peek, erase. */
final class Changing {
  private final Calls calls;

  Changing(Calls calls) {
    this.calls = calls;
  }

  CompletableFuture<CancelResult> cancel(Topic topic, String id, WhenLeased whenLeased) {
    byte[] voids = Packer.text(whenLeased == WhenLeased.VOID ? 1 : 0);
    return calls.byId(topic, id, Script.CANCEL, Packer.utf8(id), voids).thenApply(reply -> {
      Unpacker in = reply.packed();
      CancelResult.Answer answer = switch (in.int8()) {
        case 1 -> CancelResult.Answer.CANCELLED;
        case 2 -> CancelResult.Answer.LEASED;
        case 3 -> CancelResult.Answer.ENDED;
        default -> CancelResult.Answer.UNKNOWN;
      };
      @Nullable State state = Codes.optionalState(in.int8());
      return new CancelResult(answer, state, in.int32());
    });
  }

  CompletableFuture<RescheduleResult> reschedule(Topic topic, String id, Due due) {
    Packer packed = new Packer(7);
    Putting.due(packed, due);
    return calls
        .byId(topic, id, Script.RESCHEDULE, Packer.utf8(id), packed.done())
        .thenApply(reply -> {
          Unpacker in = reply.packed();
          RescheduleResult.Answer answer = switch (in.int8()) {
            case 1 -> RescheduleResult.Answer.RESCHEDULED;
            case 2 -> RescheduleResult.Answer.LEASED;
            case 3 -> RescheduleResult.Answer.ENDED;
            default -> RescheduleResult.Answer.UNKNOWN;
          };
          @Nullable State state = Codes.optionalState(in.int8());
          boolean done = answer == RescheduleResult.Answer.RESCHEDULED;
          return new RescheduleResult(answer, state, done ? in.time() : null);
        });
  }

  CompletableFuture<Optional<Message>> peek(Topic topic, String id) {
    return calls.byId(topic, id, Script.PEEK, Packer.utf8(id)).thenApply(reply -> {
      List<?> shown = reply.list();
      return shown.isEmpty() ? Optional.empty() : Optional.of(EntryReader.look(topic, shown, true));
    });
  }

  CompletableFuture<Optional<State>> erase(Topic topic, String id) {
    return calls
        .byId(topic, id, Script.ERASE, Packer.utf8(id))
        .thenApply(
            reply -> Optional.ofNullable(Codes.optionalState(reply.packed().int8())));
  }
}
