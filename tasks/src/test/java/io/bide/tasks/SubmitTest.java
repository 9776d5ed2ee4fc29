package io.bide.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.Body;
import io.bide.CancelResult;
import io.bide.PutResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is submitted, when it comes up, and what it looks like then. */
class SubmitTest extends TasksFixture {
  @Test
  void task_afterADelayOrAtATime_isDoneThen() {
    Tasks tasks = start(builder().queue("pay:safe").worker(noting("t")));
    submit(tasks, Task.of("pay", "t", "later").after(Duration.ofMinutes(30)));
    submit(tasks, Task.of("pay", "t", "at").at(clock.instant().plus(MINUTE)));

    advance(MINUTE.minusMillis(1));
    assertThat(done).isEmpty();
    advance(Duration.ofMillis(1));
    assertThat(done).containsExactly("at");
    advance(Duration.ofMinutes(29));

    assertThat(done).containsExactly("at", "later");
  }

  @Test
  void uniqueTask_isRefusedWhileOneOfItsNameIsAlive() {
    Tasks tasks = start(builder().queue("pay:safe"));
    Task task = Task.of("pay", "t", "x").unique("u1");

    assertThat(submit(tasks, task)).isEqualTo("u1");
    assertThat(offer(tasks, task)).isInstanceOf(PutResult.Duplicate.class);
    PoppedTask popped = pop(tasks, "pay");
    assertThat(offer(tasks, task)).isInstanceOf(PutResult.Duplicate.class);
    popped.finish().join();

    assertThat(offer(tasks, task).stored()).isTrue();
  }

  @Test
  void uniqueTask_staysUniqueWhileItIsRetriedAndAfterACrash() {
    Tasks tasks = start(builder().queue("pay:safe"));
    Task task = Task.of("pay", "t", "x").unique("u1").retries(1);
    submit(tasks, task);

    pop(tasks, "pay").fail().join();
    assertThat(offer(tasks, task)).isInstanceOf(PutResult.Duplicate.class);
    advance(MINUTE);
    PoppedTask unused = pop(tasks, "pay");
    assertThat(offer(tasks, task)).isInstanceOf(PutResult.Duplicate.class);
    // Its last holder is gone for good, and with it the name is free.
    advance(MINUTE);

    assertThat(offer(tasks, task).stored()).isTrue();
  }

  @Test
  void tasksThatAreNotUnique_mayShareAName() {
    Tasks tasks = start(builder().queue("pay:safe"));
    submit(tasks, Task.of("pay", "t", "x").uid("u1"));
    submit(tasks, Task.of("pay", "t", "x").uid("u1"));

    assertThat(pop(tasks, "pay").task().uid()).isEqualTo("u1");
    assertThat(pop(tasks, "pay").task().uid()).isEqualTo("u1");
  }

  @Test
  void taskWithoutAName_hasItsIdAsOne() {
    Tasks tasks = start(builder().queue("pay:safe"));
    String id = submit(tasks, Task.of("pay", "t", "x"));

    assertThat(pop(tasks, "pay").task().uid()).isEqualTo(id);
  }

  @Test
  void front_goesBeforeAllOthers() {
    Tasks tasks = start(builder().queue("pay:safe"));
    submit(tasks, Task.of("pay", "t", "first"));
    submit(tasks, Task.of("pay", "t", "second"));
    submit(tasks, Task.of("pay", "t", "front").front());

    assertThat(pop(tasks, "pay").task().payload(Codec.TEXT)).isEqualTo("front");
    assertThat(pop(tasks, "pay").task().payload(Codec.TEXT)).isEqualTo("first");
  }

  @Test
  void taskThatIsHandedOut_tellsItsStatus() {
    Tasks tasks = start(builder().queue("pay:safe"));
    Instant created = clock.instant();
    submit(tasks, Task.of("pay", "t", "x").attribute("trace", "abc"));
    advance(SECOND);

    TaskInfo task = pop(tasks, "pay").task();
    assertThat(task.queue()).isEqualTo("pay");
    assertThat(task.type()).isEqualTo("t");
    assertThat(task.created()).isEqualTo(created);
    assertThat(task.claimed()).isEqualTo(created.plus(SECOND));
    assertThat(task.attempts()).isEqualTo(1);
    assertThat(task.isRetry()).isFalse();
    assertThat(task.attributes()).containsEntry("trace", "abc");
    advance(LEASE);
    assertThat(pop(tasks, "pay").task().isRetry()).isTrue();
  }

  @Test
  void pop_waitsForATaskToBecomeDue() {
    Tasks tasks = start(builder().queue("pay:safe"));
    CompletableFuture<Optional<PoppedTask>> popped = tasks.pop("pay", MINUTE);
    submit(tasks, Task.of("pay", "t", "x").after(SECOND));
    assertThat(popped).isNotDone();

    advance(SECOND);

    assertThat(popped).isCompleted();
    assertThat(popped.join()).isPresent();
  }

  @Test
  void pop_thatIsTakenBack_takesNothingAway() {
    Tasks tasks = start(builder().queue("pay"));
    CompletableFuture<Optional<PoppedTask>> popped = tasks.pop("pay", MINUTE);

    popped.cancel(false);
    submit(tasks, Task.of("pay", "t", "x"));

    assertThat(engine.waitingClaims()).isZero();
    assertThat(pop(tasks, "pay").task().attempts()).isEqualTo(1);
  }

  @Test
  void token_makesASubmissionRepeatable() {
    Tasks tasks = start(builder().queue("pay:safe"));
    Task task = Task.of("pay", "t", "x").token("k1");

    assertThat(submit(tasks, task)).isEqualTo(submit(tasks, task));
  }

  @Test
  void cancel_takesATaskBack() {
    Tasks tasks = start(builder().queue("pay:safe"));
    String id = submit(tasks, Task.of("pay", "t", "x").after(MINUTE));

    assertThat(tasks.cancel("pay", id).join().answer()).isEqualTo(CancelResult.Answer.CANCELLED);
  }

  @Test
  void payload_isWhatItsCodecSays() {
    Codec<Integer> numbers = Codec.of(
        "text/x-number",
        number -> number.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8),
        bytes -> Integer.valueOf(new String(bytes, java.nio.charset.StandardCharsets.UTF_8)));
    Tasks tasks = start(builder()
        .queue("pay:safe")
        .worker(TaskWorker.of("n", numbers, number -> done.add("n" + (number + 1))))
        .worker(TaskWorker.of("b", Codec.BYTES, bytes -> done.add("b" + bytes.length))));
    submit(tasks, Task.of("pay", "n", numbers, 41));
    submit(tasks, Task.of("pay", "b", Body.of(new byte[3])));

    assertThat(done).containsExactly("n42", "b3");
  }

  @Test
  void codecThatFails_saysSo() {
    Codec<String> broken = Codec.of(
        Body.JSON,
        text -> {
          throw new java.io.IOException("planted");
        },
        bytes -> "");
    assertThatThrownBy(() -> Task.of("pay", "t", broken, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be written");
  }

  @Test
  void badTasks_areRefusedByName() {
    assertThatThrownBy(() -> Task.of("pay", "", "x")).hasMessageContaining("type is empty");
    assertThatThrownBy(() -> Task.of("pay", "t", "x").retries(-1)).hasMessageContaining("retries");
    assertThatThrownBy(() -> Task.of("pay", "t", "x").lifeTimeout(Duration.ZERO))
        .hasMessageContaining("lifeTimeout");
    assertThatThrownBy(() -> Task.of("pay", "t", "x").after(SECOND.negated()))
        .hasMessageContaining("delay");
    assertThatThrownBy(() -> builder().worker(noting(""))).hasMessageContaining("type is empty");
    assertThatThrownBy(() -> QueueOptions.DEFAULT.concurrency(-1))
        .hasMessageContaining("concurrency");
  }
}
