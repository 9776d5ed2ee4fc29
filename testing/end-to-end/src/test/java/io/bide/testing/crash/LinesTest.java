package io.bide.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.CancelResult;
import io.bide.PutResult;
import io.bide.Receipt;
import io.bide.RescheduleResult;
import io.bide.SettleResult;
import io.bide.State;
import io.bide.Topic;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinesTest {
  private static final Receipt RECEIPT = new Receipt(Topic.of("n", "t"), 3, "an id", 42);

  @ParameterizedTest
  @MethodSource("events")
  void everyEvent_isReadAsItWasWritten(Event event) {
    assertThat(Lines.decode(Lines.encode(event))).isEqualTo(event);
  }

  static Stream<Event> events() {
    return Stream.concat(
        Stream.of(
            new Event.Started(3),
            new Event.Crashed(true),
            new Event.Complete(),
            new Event.Listed("t", "a,b c", State.DEAD, 2, 3, List.of("x y", "z,z"))),
        Stream.concat(
            calls().map(call -> new Event.Invoked(1, 2, call)),
            replies().map(reply -> new Event.Answered(1, 2, reply))));
  }

  private static Stream<Call> calls() {
    return Stream.of(
        new Call.Put("t", null, "b", "tok", Call.Merge.NONE, 1, 2, 3),
        new Call.Put("t", "a:b", "b", null, Call.Merge.MOVE, 0, 0, 0),
        new Call.Claim(List.of("t", "u"), null, 1, 2, 3, 4),
        new Call.Claim(List.of("t"), "a", 1, 2, 3, 4),
        new Call.Settle(Call.Settle.Kind.RELEASE, RECEIPT, Call.Settle.BACKOFF),
        new Call.Cancel("t", "a", true),
        new Call.Reschedule("t", "a", 5),
        new Call.Stats("t"));
  }

  private static Stream<Reply> replies() {
    Map<State, Long> counts = new EnumMap<>(State.class);
    Stream.of(State.values())
        .forEach(state -> counts.put(state, (long) state.name().length()));
    return Stream.of(
        new Reply.Stored("a", PutResult.How.MERGED, 1, 2, 3),
        new Reply.Duplicate(),
        new Reply.Claimed(List.of()),
        new Reply.Claimed(List.of(
            new Handout(RECEIPT, 1, 2, 3, 4, 5, 0, List.of("b", "c")),
            new Handout(RECEIPT, 1, 2, 3, 4, 5, 6, List.of()))),
        new Reply.Settled(SettleResult.Answer.OK, State.DONE, 0),
        new Reply.Settled(SettleResult.Answer.UNKNOWN, null, 0),
        new Reply.Cancelled(CancelResult.Answer.LEASED, 2),
        new Reply.Rescheduled(RescheduleResult.Answer.RESCHEDULED, 9),
        new Reply.Counts(Map.copyOf(counts)),
        new Reply.Failed("UNKNOWN", false));
  }
}
