package io.bide.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.State;
import io.bide.worker.Outcome;
import io.bide.worker.WorkerListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workers are found by type: here, elsewhere, after a restart, several of one type. */
class TaskWorkersTest extends TasksFixture {
  @Test
  void task_isDoneByTheWorkerOfItsType_exactly() {
    Tasks tasks = start(builder()
        .queue("pay:safe")
        .worker(TaskWorker.of("order", payload -> done.add("order " + payload)))
        .worker(TaskWorker.of("order-close", payload -> done.add("close " + payload))));

    submit(tasks, Task.of("pay", "order-close", "1"));
    submit(tasks, Task.of("pay", "order", "2"));

    assertThat(done).containsExactly("close 1", "order 2");
  }

  @Test
  void storedTasks_areDoneAfterARestart_andNothingIsRegistered() {
    Tasks before = start(builder().queue("pay:safe"));
    submit(before, Task.of("pay", "a", "1").after(MINUTE));
    submit(before, Task.of("pay", "b", "2"));
    before.close();

    start(builder().queue("pay:safe").worker(noting("a")).worker(noting("b")));
    assertThat(done).containsExactly("2");
    advance(MINUTE);

    assertThat(done).containsExactly("2", "1");
  }

  @Test
  void severalWorkers_ofOneType_areAllCalled() {
    Tasks tasks = start(builder()
        .queue("pay:safe")
        .worker(TaskWorker.of("t", payload -> done.add("one " + payload)))
        .worker(TaskWorker.of("t", payload -> done.add("two " + payload))));
    submit(tasks, Task.of("pay", "t", "x"));

    assertThat(done).containsExactly("one x", "two x");
  }

  @Test
  void severalWorkers_ofWhichOneFails_areAllCalledAndCalledAgain() {
    boolean[] broken = {true};
    Tasks tasks = start(builder()
        .queue("pay:safe")
        .worker(TaskWorker.of("t", payload -> {
          done.add("one");
          if (broken[0]) {
            throw new IllegalStateException("planted");
          }
        }))
        .worker(TaskWorker.of("t", payload -> done.add("two"))));
    String id = submit(tasks, Task.of("pay", "t", "x"));
    assertThat(done).containsExactly("one", "two");
    assertThat(state("pay", id)).isEqualTo(State.WAITING);

    broken[0] = false;
    advance(MINUTE);

    assertThat(done).containsExactly("one", "two", "one", "two");
    assertThat(state("pay", id)).isEqualTo(State.DONE);
  }

  @Test
  void taskOfATypeNobodyHasHere_isKeptWithItsAttempts_andDoneElsewhere() {
    Tasks here = start(builder().queue("pay:safe").worker(noting("other")));
    String id = submit(here, Task.of("pay", "t", "x").retries(0));
    advance(Duration.ofMinutes(10));
    assertThat(state("pay", id)).isEqualTo(State.WAITING);
    assertThat(peek("pay", id).attempts()).isZero();

    start(builder().queue("pay:safe").worker(noting("t")));
    advance(Duration.ofMinutes(1));

    assertThat(done).containsExactly("x");
  }

  @Test
  void taskOfATypeNobodyHasHere_growsTooOldAsAnyOther() {
    List<String> failed = new ArrayList<>();
    Tasks here = start(builder()
        .queue("pay:safe")
        .worker(noting("other"))
        .onFailure(task -> failed.add(task.uid() + " " + task.cause())));
    submit(here, Task.of("pay", "t", "x").unique("u1").lifeTimeout(MINUTE));
    advance(MINUTE);

    assertThat(failed).containsExactly("u1 TTL");
  }

  @Test
  void taskOfATypeNobodyHasHere_isNotLostByAPlainQueueEither() {
    Tasks here = start(builder().queue("mail").worker(noting("other")));
    submit(here, Task.of("mail", "t", "x"));
    advance(MINUTE);
    here.close();

    start(builder().queue("mail").worker(noting("t")));
    advance(MINUTE);

    assertThat(done).containsExactly("x");
  }

  @Test
  void workerThatSubmitsWhatItselfHasToDo_doesNotBlock() {
    List<Tasks> holder = new ArrayList<>();
    Tasks tasks = start(builder()
        .queue("pay:safe", QueueOptions.DEFAULT.concurrency(1))
        .worker(TaskWorker.of("t", payload -> {
          done.add(payload);
          if (payload.length() < 5) {
            String unused = submit(holder.get(0), Task.of("pay", "t", payload + "x"));
          }
        })));
    holder.add(tasks);
    submit(tasks, Task.of("pay", "t", "x"));

    assertThat(done).containsExactly("x", "xx", "xxx", "xxxx", "xxxxx");
  }

  @Test
  void longTask_keepsItsLeaseWithoutAnExecutionTimeout() {
    Tasks tasks = start(builder().queue("pay:safe").worker(TaskWorker.of("t", payload -> {
      done.add(payload);
      advance(Duration.ofHours(1));
    })));
    String id = submit(tasks, Task.of("pay", "t", "x"));

    assertThat(done).containsExactly("x");
    assertThat(state("pay", id)).isEqualTo(State.DONE);
  }

  @Test
  void pausedQueue_isNotServedUntilItIsResumed() {
    Tasks tasks = start(builder().queue("pay:safe").queue("mail").worker(noting("t")));
    tasks.pause("pay");
    submit(tasks, Task.of("pay", "t", "p"));
    submit(tasks, Task.of("mail", "t", "m"));
    assertThat(done).containsExactly("m");

    tasks.resume("pay");

    assertThat(done).containsExactly("m", "p");
  }

  @Test
  void stoppedTasks_doNothingAnyMore_andLoseNothing() {
    Tasks tasks = start(builder().queue("pay:safe").worker(noting("t")));
    assertThat(tasks.stop(SECOND)).isTrue();
    String id = submit(tasks, Task.of("pay", "t", "x"));
    advance(MINUTE);

    assertThat(done).isEmpty();
    assertThat(state("pay", id)).isEqualTo(State.READY);
  }

  @Test
  void listener_hearsOfTasks() {
    List<String> heard = new ArrayList<>();
    Tasks tasks =
        start(builder().queue("pay:safe").worker(noting("t")).listener(new WorkerListener() {
          @Override
          public void settled(io.bide.Delivery delivery, Outcome outcome) {
            heard.add(delivery.message().attributes().get("bide.type"));
          }
        }));
    submit(tasks, Task.of("pay", "t", "x"));

    assertThat(heard).containsExactly("t");
  }

  @Test
  void tasksWithoutWorkers_claimNothing() {
    start(builder().queue("pay:safe"));
    assertThat(engine.waitingClaims()).isZero();
  }
}
