package io.bide.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.Redrive;
import io.bide.State;
import io.bide.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Timeouts, retries, and the end of those that are out of both. */
class FailureTest extends TasksFixture {
  private final List<String> failed = new ArrayList<>();

  private void noteFailure(FailedTask task) {
    failed.add(task.uid() + " " + task.type() + " " + task.payload(Codec.TEXT) + " " + task.cause()
        + " " + task.attempts());
  }

  private TasksBuilder safe(QueueOptions options) {
    return builder().queue("pay:safe", options).onFailure(this::noteFailure);
  }

  @Test
  void exception_isAFailure_andRetriedByTheBackoff() {
    Tasks tasks = start(safe(QueueOptions.DEFAULT).worker(failing("t")));
    submit(tasks, Task.of("pay", "t", "x").unique("u1"));
    assertThat(done).hasSize(1);

    advance(Duration.ofHours(1));

    // Three retries after the first execution.
    assertThat(done).hasSize(4);
    assertThat(failed).containsExactly("u1 t x ATTEMPTS 4");
  }

  @Test
  void exception_thatIsNoFailure_countsAsDone() {
    Tasks tasks =
        start(safe(QueueOptions.DEFAULT.exceptionsAreFailures(false)).worker(failing("t")));
    String id = submit(tasks, Task.of("pay", "t", "x"));

    assertThat(state("pay", id)).isEqualTo(State.DONE);
    advance(Duration.ofHours(1));
    assertThat(done).hasSize(1);
    assertThat(failed).isEmpty();
  }

  @Test
  void payloadThatCannotBeRead_isAFailureAlways() {
    Codec<String> broken = Codec.of(io.bide.Body::text, body -> {
      throw new IllegalArgumentException("planted");
    });
    Tasks tasks = start(safe(QueueOptions.DEFAULT.exceptionsAreFailures(false).retries(0))
        .worker(TaskWorker.of("t", broken, done::add)));
    submit(tasks, Task.of("pay", "t", "x").unique("u1"));

    assertThat(failed).containsExactly("u1 t x ATTEMPTS 1");
  }

  @Test
  void retries_ofATask_goBeforeThoseOfItsQueue() {
    Tasks tasks = start(safe(QueueOptions.DEFAULT.retries(2)).worker(failing("t")));
    submit(tasks, Task.of("pay", "t", "never").retries(0));
    submit(tasks, Task.of("pay", "t", "twice"));

    advance(Duration.ofHours(1));

    assertThat(done).containsExactlyInAnyOrder("never", "twice", "twice", "twice");
  }

  @Test
  void retryFirst_isTriedAgainAtOnceAndBeforeOthers() {
    Tasks tasks =
        start(safe(QueueOptions.DEFAULT.retryFirst(true).concurrency(1)).worker(failing("t")));
    tasks.pause("pay");
    submit(tasks, Task.of("pay", "t", "a").retries(1));
    submit(tasks, Task.of("pay", "t", "b").retries(1));

    tasks.resume("pay");

    assertThat(done).containsExactly("a", "a", "b", "b");
  }

  @Test
  void executionTimeout_givesTheTaskToTheNext_beforeThoseNeverTried() {
    Tasks tasks = start(safe(QueueOptions.DEFAULT.executionTimeout(SECOND)));
    submit(tasks, Task.of("pay", "t", "slow"));
    PoppedTask slow = pop(tasks, "pay");
    submit(tasks, Task.of("pay", "t", "fresh"));

    advance(SECOND);

    PoppedTask next = pop(tasks, "pay");
    assertThat(next.task().payload(Codec.TEXT)).isEqualTo("slow");
    assertThat(next.task().attempts()).isEqualTo(2);
    assertThat(slow.finish().join()).isFalse();
  }

  @Test
  void executionTimeout_isKeptByWorkersToo() {
    QueueOptions quick = QueueOptions.DEFAULT.executionTimeout(SECOND);
    Tasks other = start(safe(quick).worker(noting("t")));
    other.pause("pay");
    Tasks tasks = start(safe(quick).worker(TaskWorker.of("t", payload -> {
      done.add("slow " + payload);
      other.resume("pay");
      advance(SECOND);
    })));
    String id = submit(tasks, Task.of("pay", "t", "x"));

    assertThat(done).containsExactly("slow x", "x");
    assertThat(state("pay", id)).isEqualTo(State.DONE);
    assertThat(peek("pay", id).attempts()).isEqualTo(2);
  }

  @Test
  void executionTimeout_afterTheLastRetry_isAFinalFailure() {
    Tasks tasks = start(safe(QueueOptions.DEFAULT.executionTimeout(SECOND).retries(1)));
    submit(tasks, Task.of("pay", "t", "x").unique("u1"));

    PoppedTask unused = pop(tasks, "pay");
    advance(SECOND);
    unused = pop(tasks, "pay");
    advance(SECOND);

    assertThat(failed).containsExactly("u1 t x ATTEMPTS 2");
    assertThat(popNow(tasks, "pay")).isEmpty();
  }

  @Test
  void extension_givesAPoppedTaskMoreTime() {
    Tasks tasks = start(safe(QueueOptions.DEFAULT.executionTimeout(SECOND)));
    submit(tasks, Task.of("pay", "t", "x"));
    PoppedTask popped = pop(tasks, "pay");

    assertThat(popped.extend(MINUTE).join()).isTrue();
    advance(MINUTE.minusMillis(1));

    assertThat(popNow(tasks, "pay")).isEmpty();
    assertThat(popped.finish().join()).isTrue();
  }

  @Test
  void lifeTimeout_countsFromTheSubmission_andTheTaskIsNeverDone() {
    Tasks tasks = start(safe(QueueOptions.DEFAULT.lifeTimeout(MINUTE)));
    submit(tasks, Task.of("pay", "t", "x").unique("u1").after(SECOND.multipliedBy(20)));

    advance(MINUTE.minusMillis(1));
    assertThat(failed).isEmpty();
    advance(Duration.ofMillis(1));

    assertThat(failed).containsExactly("u1 t x TTL 0");
    assertThat(popNow(tasks, "pay")).isEmpty();
    assertThat(state("pay", "u1")).isEqualTo(State.EXPIRED);
  }

  @Test
  void lifeTimeout_ofATask_goesBeforeThatOfItsQueue() {
    Tasks tasks = start(safe(QueueOptions.DEFAULT.lifeTimeout(MINUTE)));
    submit(tasks, Task.of("pay", "t", "x").unique("u1").lifeTimeout(SECOND));
    advance(SECOND);

    assertThat(failed).containsExactly("u1 t x TTL 0");
  }

  @Test
  void lifeTimeout_thatEndsBeforeTheTaskIsDue_isRefused() {
    Tasks tasks = start(safe(QueueOptions.DEFAULT.lifeTimeout(MINUTE)));
    assertThatThrownBy(() -> tasks.submit(Task.of("pay", "t", "x").after(MINUTE)))
        .hasMessageContaining("lifeTimeout")
        .hasMessageContaining("longer life");
    assertThatThrownBy(
            () -> tasks.submit(Task.of("pay", "t", "x").at(clock.instant().plus(MINUTE))))
        .hasMessageContaining("longer life");
  }

  @Test
  void finallyFailedTask_isNeverRetriedAsWell_butCanBeRedriven() {
    Tasks tasks = start(safe(QueueOptions.DEFAULT.retries(0)).worker(failing("t")));
    submit(tasks, Task.of("pay", "t", "x").unique("u1"));
    advance(Duration.ofHours(1));
    assertThat(done).hasSize(1);
    assertThat(failed).hasSize(1);
    assertThat(state("pay", "u1")).isEqualTo(State.DEAD);

    engine.redrive(Redrive.one(Topic.of("pay"), "u1")).join();

    assertThat(done).hasSize(2);
    assertThat(failed).hasSize(2);
  }

  @Test
  void finallyFailedTask_isToldAgain_untilItsHandlerReturns() {
    Tasks tasks = start(builder()
        .queue("pay:safe", QueueOptions.DEFAULT.retries(0))
        .worker(failing("t"))
        .onFailure(task -> {
          noteFailure(task);
          if (failed.size() < 3) {
            throw new IllegalStateException("planted");
          }
        }));
    submit(tasks, Task.of("pay", "t", "x"));
    advance(Duration.ofHours(1));

    assertThat(failed).hasSize(3);
  }

  @Test
  void failuresWhileNobodyListened_areToldAfterARestart_onceAmongAllNodes() {
    Tasks before =
        start(builder().queue("pay:safe", QueueOptions.DEFAULT.retries(0)).worker(failing("t")));
    submit(before, Task.of("pay", "t", "x").unique("u1"));
    before.close();
    advance(Duration.ofDays(3));

    start(safe(QueueOptions.DEFAULT));
    start(safe(QueueOptions.DEFAULT));

    assertThat(failed).containsExactly("u1 t x ATTEMPTS 1");
  }

  @Test
  void popped_canBeRunByAWorkerAndFinished() throws Exception {
    Tasks tasks = start(safe(QueueOptions.DEFAULT.retries(1)));
    String id = submit(tasks, Task.of("pay", "t", "x"));

    assertThatThrownBy(() -> pop(tasks, "pay").run(failing("t")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(state("pay", id)).isEqualTo(State.WAITING);
    advance(MINUTE);
    assertThat(pop(tasks, "pay").run(noting("t")).join()).isTrue();

    assertThat(state("pay", id)).isEqualTo(State.DONE);
  }

  @Test
  void stillRunning_isAskedWhenATaskComesUpAgain_andLeavesItUntouched() {
    List<Integer> asked = new ArrayList<>();
    boolean[] alive = {true};
    Tasks tasks = start(safe(QueueOptions.DEFAULT
            .executionTimeout(SECOND)
            .retries(1)
            .concurrency(0)
            .stillRunning(
                task -> {
                  asked.add(task.attempts());
                  return alive[0];
                },
                MINUTE))
        .worker(noting("t")));
    String id = submit(tasks, Task.of("pay", "t", "x"));
    PoppedTask elsewhere = pop(tasks, "pay");
    assertThat(asked).isEmpty();
    advance(SECOND);

    assertThat(popNow(tasks, "pay")).isEmpty();
    assertThat(asked).containsExactly(2);
    assertThat(peek("pay", id).attempts()).isEqualTo(1);
    assertThat(peek("pay", id).next()).isEqualTo(clock.instant().plus(MINUTE));
    advance(MINUTE);
    alive[0] = false;

    assertThat(pop(tasks, "pay").task().attempts()).isEqualTo(2);
    assertThat(elsewhere.finish().join()).isFalse();
  }

  @Test
  void stillRunning_isAskedByWorkersToo() {
    Tasks own = start(builder()
        .queue("pay:safe", QueueOptions.DEFAULT.executionTimeout(SECOND).concurrency(0)));
    boolean[] alive = {true};
    String id = submit(own, Task.of("pay", "t", "x"));
    PoppedTask elsewhere = pop(own, "pay");
    start(builder()
        .queue("pay:safe", QueueOptions.DEFAULT.stillRunning(task -> alive[0], MINUTE))
        .worker(noting("t")));

    advance(Duration.ofMinutes(3));
    assertThat(done).isEmpty();
    assertThat(peek("pay", id).attempts()).isEqualTo(1);
    alive[0] = false;
    advance(MINUTE);

    assertThat(done).containsExactly("x");
    assertThat(elsewhere.finish().join()).isFalse();
  }
}
