package io.bide.dialect.camellia;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MsgIdsTest {
  @Test
  void ids_areThirtyTwoDigitsThatBeginWithTheTime() {
    Instant time = Instant.ofEpochMilli(0x123456789abL);
    MsgIds ids = new MsgIds(() -> time);
    Set<String> all = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      all.add(ids.next());
    }

    assertThat(all).hasSize(10_000).allMatch(id -> id.matches("0123456789ab[0-9a-f]{20}"));
  }
}
