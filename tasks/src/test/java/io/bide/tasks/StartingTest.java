package io.bide.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.State;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartingTest extends TasksFixture {
  private static final Task TASK = Task.of("pay", "t", "payload");

  @Test
  void submit_beforeStart_isDoneWhenTasksStart() {
    Tasks tasks = build(builder().queue("pay:safe").worker(noting("t")));
    String id = submit(tasks, TASK);
    assertThat(done).isEmpty();

    tasks.start();

    assertThat(done).containsExactly("payload");
    assertThat(state("pay", id)).isEqualTo(State.DONE);
  }

  @Test
  void pop_beforeStart_handsOut() {
    Tasks tasks = build(builder().queue("pay:safe").worker(noting("t")));
    submit(tasks, TASK);

    assertThat(pop(tasks, "pay").task().type()).isEqualTo("t");
  }

  @Test
  void add_workerThatSubmits_isCalledAndWhatItSubmitsIsDone() {
    Tasks tasks = build(builder().queue("pay:safe").worker(noting("t")));
    tasks.add(TaskWorker.of("first", payload -> submit(tasks, Task.of("pay", "t", "after it"))));
    tasks.start();

    submit(tasks, Task.of("pay", "first", ""));

    assertThat(done).containsExactly("after it");
  }

  @Test
  void onFailure_beforeStart_isTold() {
    List<String> failed = new ArrayList<>();
    Tasks tasks =
        build(builder().queue("pay:safe", QueueOptions.DEFAULT.retries(0)).worker(failing("t")));
    tasks.onFailure(task -> failed.add(task.type()));
    tasks.start();

    submit(tasks, TASK);

    assertThat(failed).containsExactly("t");
  }

  @Test
  void add_whileRunning_isRefusedAndSaysWhen() {
    Tasks tasks = start(builder().queue("pay:safe").worker(noting("t")));

    assertThatThrownBy(() -> tasks.add(noting("other")))
        .isInstanceOf(BideException.class)
        .hasMessageContaining("before start");
    assertThatThrownBy(() -> tasks.onFailure(task -> {}))
        .isInstanceOf(BideException.class)
        .hasMessageContaining("before start");
  }

  @Test
  void start_whileRunning_doesNothing() {
    Tasks tasks = start(builder().queue("pay:safe").worker(noting("t")));

    tasks.start();
    submit(tasks, TASK);

    assertThat(done).containsExactly("payload");
  }

  @Test
  void stop_thenSubmit_isDoneWhenTasksStartAgain() {
    Tasks tasks = start(builder().queue("pay:safe").worker(noting("t")));
    assertThat(tasks.stop(SECOND)).isTrue();
    submit(tasks, TASK);
    assertThat(done).isEmpty();

    tasks.start();

    assertThat(done).containsExactly("payload");
  }

  @Test
  void close_neverStarted_returns() {
    build(builder().queue("pay:safe").worker(noting("t"))).close();

    assertThat(done).isEmpty();
  }

  @Test
  void pause_beforeStart_holdsTheQueueUntilItIsResumed() {
    Tasks tasks = build(builder().queue("pay:safe").queue("mail").worker(noting("t")));
    submit(tasks, TASK);
    submit(tasks, Task.of("mail", "t", "other queue"));

    tasks.pause("pay");
    tasks.start();
    assertThat(done).containsExactly("other queue");

    tasks.resume("pay");
    assertThat(done).containsExactly("other queue", "payload");
  }
}
