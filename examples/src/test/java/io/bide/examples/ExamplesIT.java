package io.bide.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.testing.redis.RedisProcess;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs run as their README says, on the real clock but faster. */
@Timeout(240)
class ExamplesIT {
  @TempDir
  private Path directory;

  /** A program with its arguments. */
  private interface Program {
    void run(String... args) throws Exception;
  }

  private String output(Program program, String... args) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      program.run(args);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void unpaidOrders_inADirectory_closesTheOneThatIsNotPaid() throws Exception {
    assertThat(output(UnpaidOrders::main, "600", directory.toString()))
        .isEqualToNormalizingNewlines("""
            order-4712 is paid in time: true
            order-4711 was not paid and is closed
            """);
  }

  @Test
  void unpaidOrders_onARedis_closesTheOneThatIsNotPaid() throws Exception {
    try (RedisProcess redis = RedisProcess.start()) {
      assertThat(output(UnpaidOrders::main, "600", redis.url()))
          .contains("order-4711 was not paid");
    }
  }

  @Test
  void paymentNotices_toADeafShop_areSentEightTimes() throws Exception {
    assertThat(output(PaymentNotices::main, "100000", directory.toString()).lines())
        .hasSize(9)
        .last()
        .asString()
        .startsWith("the notice of order-4711 is a dead letter");
  }

  @Test
  void digestMail_aboutThreeThings_isOne() throws Exception {
    assertThat(output(DigestMail::main, "300", directory.toString()))
        .isEqualToNormalizingNewlines(
            "to ann@example.org: Bob accepted, Carol declined, the place changed\n");
  }
}
