package io.bide.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScanTest {
  private static final byte[] CLAIMED = ("{\"now\":7,\"messages\":["
          + "{\"id\":\"a\",\"receipt\":\"r-1\",\"body\":\"receipt\",\"due\":1700000000001},"
          + "{\"id\":\"b\",\"receipt\":\"r-22\",\"body\":\"due\",\"due\":1700000000002}]}")
      .getBytes(StandardCharsets.US_ASCII);

  @Test
  void text_findsEachValueInOrder() {
    List<String> receipts = new ArrayList<>();
    Scan scan = Scan.text("receipt");
    for (int at = 0; (at = scan.next(CLAIMED, at, CLAIMED.length)) >= 0; ) {
      receipts.add(new String(Scan.textAt(CLAIMED, at), StandardCharsets.US_ASCII));
    }
    assertThat(receipts).containsExactly("r-1", "r-22");
  }

  @Test
  void number_findsEachValueInOrder() {
    List<Long> due = new ArrayList<>();
    Scan scan = Scan.number("due");
    for (int at = 0; (at = scan.next(CLAIMED, at, CLAIMED.length)) >= 0; ) {
      due.add(Scan.numberAt(CLAIMED, at));
    }
    assertThat(due).containsExactly(1_700_000_000_001L, 1_700_000_000_002L);
  }

  @Test
  void pair_countsOnlyThatValue() {
    byte[] results =
        "[{\"status\":\"ok\"},{\"status\":\"stale-receipt\"},{\"status\":\"ok\"},{\"status\":\"okay\"}]"
            .getBytes(StandardCharsets.US_ASCII);
    Answer answer = new Answer();
    answer.set(results, 200, 0, results.length);
    assertThat(Scan.pair("status", "ok").count(answer)).isEqualTo(2);
  }

  @Test
  void whatLiesOutside_isNotFound() {
    assertThat(Scan.text("receipt").next(CLAIMED, 0, 30)).isEqualTo(-1);
  }
}
