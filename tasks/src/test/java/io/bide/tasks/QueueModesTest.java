package io.bide.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.DeliveryMode;
import io.bide.State;
import io.bide.Topic;
import io.bide.TopicSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues are given as name or name:mode, and keep tasks accordingly. */
class QueueModesTest extends TasksFixture {
  @Test
  void spec_isANameOrANameAndAMode() {
    assertThat(QueueSpec.parse("mail")).isEqualTo(new QueueSpec("mail", QueueSpec.Mode.DEFAULT));
    assertThat(QueueSpec.parse("mail:default")).isEqualTo(QueueSpec.parse("mail"));
    assertThat(QueueSpec.parse("pay:safe")).isEqualTo(new QueueSpec("pay", QueueSpec.Mode.SAFE));
    assertThat(QueueSpec.parse("a:b:safe").name()).isEqualTo("a:b");
    assertThat(QueueSpec.parse("pay:safe")).hasToString("pay:safe");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":safe", ":default", "pay:", "pay:SAFE", "pay:fast", ":"})
  void spec_thatIsNeither_isRefused(String spec) {
    assertThatThrownBy(() -> builder().queue(spec))
        .isInstanceOf(BideException.class)
        .hasMessageContaining(":safe");
  }

  @Test
  void severalQueues_ofBothModes_areServedByOneManager() {
    Tasks tasks = start(builder().queue("mail").queue("pay:safe").worker(noting("t")));

    submit(tasks, Task.of("mail", "t", "m"));
    submit(tasks, Task.of("pay", "t", "p"));
    submit(tasks, Task.of("pay:safe", "t", "q"));

    assertThat(done).containsExactly("m", "p", "q");
  }

  @Test
  void queueThatIsNamedTwice_orNotAtAll_isRefused() {
    assertThatThrownBy(() -> builder().queue("pay").queue("pay:safe"))
        .hasMessageContaining("named twice");
    assertThatThrownBy(() -> builder().start()).hasMessageContaining("queue is missing");
    Tasks tasks = start(builder().queue("pay"));
    assertThatThrownBy(() -> tasks.submit(Task.of("mail", "t", "x")))
        .hasMessageContaining("mail was not named")
        .hasMessageContaining("pay");
  }

  @Test
  void defaultMode_popRemovesTheTask_andACrashLosesIt() {
    Tasks tasks = start(builder().queue("mail"));
    String id = submit(tasks, Task.of("mail", "t", "x"));

    PoppedTask popped = pop(tasks, "mail");
    assertThat(popped.task().payload(Codec.TEXT)).isEqualTo("x");
    advance(Duration.ofHours(1));

    assertThat(popNow(tasks, "mail")).isEmpty();
    assertThat(popped.finish().join()).isTrue();
    assertThat(engine.peek(Topic.of("mail"), id).join()).isEmpty();
  }

  @Test
  void defaultMode_hasNoTimeoutsAndNoRetries() {
    assertThatThrownBy(() -> builder().queue("mail", QueueOptions.DEFAULT.executionTimeout(SECOND)))
        .hasMessageContaining("executionTimeout")
        .hasMessageContaining("mail:safe");
    assertThatThrownBy(() -> builder().queue("mail", QueueOptions.DEFAULT.lifeTimeout(SECOND)))
        .hasMessageContaining("lifeTimeout");
    assertThatThrownBy(() -> builder().queue("mail", QueueOptions.DEFAULT.retries(1)))
        .hasMessageContaining("retries");
    assertThatThrownBy(
            () -> builder().queue("mail", QueueOptions.DEFAULT.stillRunning(task -> true, SECOND)))
        .hasMessageContaining("stillRunning");
    Tasks tasks = start(builder().queue("mail"));
    assertThatThrownBy(() -> tasks.submit(Task.of("mail", "t", "x").retries(2)))
        .hasMessageContaining("mail:safe");
    assertThatThrownBy(() -> tasks.submit(Task.of("mail", "t", "x").lifeTimeout(SECOND)))
        .hasMessageContaining("mail:safe");
  }

  @Test
  void safeMode_keepsATaskUntilItIsFinished() {
    Tasks tasks = start(builder().queue("pay:safe"));
    String id = submit(tasks, Task.of("pay", "t", "x"));

    PoppedTask lost = pop(tasks, "pay");
    assertThat(popNow(tasks, "pay")).isEmpty();
    // Whoever popped it has crashed; nothing had to be started to notice.
    advance(LEASE);
    PoppedTask again = pop(tasks, "pay");

    assertThat(again.task().attempts()).isEqualTo(2);
    assertThat(lost.finish().join()).isFalse();
    assertThat(again.finish().join()).isTrue();
    assertThat(state("pay", id)).isEqualTo(State.DONE);
  }

  @Test
  void modes_areSettingsOfTheTopic_andLeaveTheOthersAlone() {
    TopicSettings before = TopicSettings.builder().lease(MINUTE).build();
    engine.configure(Topic.of("pay"), before).join();
    Tasks tasks = start(builder().queue("mail").queue("pay:safe"));
    submit(tasks, Task.of("mail", "t", "x"));
    submit(tasks, Task.of("pay", "t", "x"));

    assertThat(engine.settings(Topic.of("mail")).join().delivery())
        .isEqualTo(DeliveryMode.AT_MOST_ONCE);
    assertThat(engine.settings(Topic.of("pay")).join())
        .isEqualTo(before.change().deathNotices(true).build());
  }

  @Test
  void queueThatBecomesSafe_keepsTheTasksItHas() {
    Tasks plain = start(builder().queue("pay"));
    submit(plain, Task.of("pay", "t", "x"));
    plain.close();

    Tasks safe = start(builder().queue("pay:safe"));
    assertThat(pop(safe, "pay").task().attempts()).isEqualTo(1);
    advance(LEASE);

    assertThat(pop(safe, "pay").task().payload(Codec.TEXT)).isEqualTo("x");
  }

  @Test
  void namespace_isWhereTheTopicsAre() {
    Tasks tasks = start(builder().namespace("shop").queue("pay"));
    submit(tasks, Task.of("pay", "t", "x"));

    assertThat(engine.stats(Topic.of("shop", "pay")).join().count(State.READY)).isEqualTo(1);
  }
}
