package io.bide.store.redis;

import io.bide.Topic;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Brings operations of one kind together: those for one partition that come while a call is under way go
 * along with the next one.
 */
final class Lanes {
  private final Calls calls;
  private final Directory directory;
  private final Script script;
  private final ConcurrentHashMap<Place, Lane> lanes = new ConcurrentHashMap<>();

  Lanes(Calls calls, Directory directory, Script script) {
    this.calls = calls;
    this.directory = directory;
    this.script = script;
  }

  /**
   * Where operations are sent together.
   *
   * @param partitions how many the topic has, as far as this node knows
   */
  record Place(Topic topic, int partition, int partitions) {}

  /** Sends them, those of one partition together and in their order. */
  void send(List<Operation> operations) {
    Set<Lane> touched = new LinkedHashSet<>();
    int from = 0;
    while (from < operations.size()) {
      Place place = placeOf(operations.get(from));
      int to = from + 1;
      while (to < operations.size() && placeOf(operations.get(to)).equals(place)) {
        to++;
      }
      touched.add(add(place, operations.subList(from, to)));
      from = to;
    }
    touched.forEach(Lane::go);
  }

  private Lane add(Place where, List<Operation> operations) {
    return lanes.compute(where, (place, known) -> {
      Lane lane = known == null ? new Lane(calls, script, place, this::over) : known;
      lane.add(operations);
      return lane;
    });
  }

  private Place placeOf(Operation operation) {
    int partitions = directory.partitions(operation.topic());
    @Nullable Integer known = operation.partition();
    int partition =
        known != null ? known : calls.partitionOf(operation.topic(), operation.id(), partitions);
    return new Place(operation.topic(), partition, partitions);
  }

  /** A lane has had its answer: what was sent for too few or too many partitions is sent again. */
  private void over(Lane lane, Collection<Operation> again) {
    if (!again.isEmpty()) {
      send(List.copyOf(again));
    }
    lanes.computeIfPresent(lane.place(), (place, known) -> known.isIdle() ? null : known);
  }
}
