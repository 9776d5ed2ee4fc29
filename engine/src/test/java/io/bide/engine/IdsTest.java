package io.bide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class IdsTest {
  private final ManualClock clock = new ManualClock();
  private final Ids ids = new Ids(clock);

  @Test
  void next_inOneMillisecond_risesAndIsUnique() {
    List<String> made = make(10_000);

    assertThat(made).doesNotHaveDuplicates().isSorted();
    assertThat(made).allMatch(id -> id.matches("[0-9A-HJKMNP-TV-Z]{26}"));
  }

  @Test
  void next_startsWithTheTime() {
    String id = ids.next();

    assertThat(decodeTime(id)).isEqualTo(clock.millis());
    clock.advance(Duration.ofMillis(1));
    assertThat(decodeTime(ids.next())).isEqualTo(clock.millis());
  }

  @Test
  void next_whenTheClockGoesBack_stillRises() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochMilli(1_000_000));
    Ids backwards = new Ids(now::get);
    String before = backwards.next();
    now.set(Instant.ofEpochMilli(1_000));

    assertThat(backwards.next()).isGreaterThan(before);
  }

  @Test
  void next_ofTwoProcesses_differs() {
    assertThat(new Ids(clock).next()).isNotEqualTo(new Ids(clock).next());
  }

  @Test
  void ofToken_isTheSameForTheSameTokenOnly() {
    assertThat(Ids.ofToken("a")).isEqualTo(Ids.ofToken("a")).hasSize(26);
    assertThat(Ids.ofToken("a")).isNotEqualTo(Ids.ofToken("b"));
  }

  private List<String> make(int count) {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(ids.next());
    }
    return made;
  }

  private static long decodeTime(String id) {
    // 128 bits in 26 digits of 5: the first digit holds 3 bits, so the first ten hold 48.
    long time = 0;
    for (char digit : id.substring(0, 10).toCharArray()) {
      time = time * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(digit);
    }
    return time;
  }
}
