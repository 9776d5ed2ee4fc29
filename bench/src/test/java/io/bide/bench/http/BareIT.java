package io.bide.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That what the server is compared with works; what is measured says nothing in half a second. */
class BareIT {
  private static final HttpOptions OPTIONS =
      HttpOptions.builder().connections(4).fewer(2).batch(3).body(20).loops(1).build();

  @Test
  void bare_takesPutsOneByOneAndInBatches() throws IOException {
    try (BareChild bare = BareChild.start(2)) {
      for (int batch : List.of(1, 10)) {
        Tally tally = new Tally();
        new PutLoad(bare.target(), "t", 4, batch, 150, When.TOMORROW).turn(0.5, tally);
        assertThat(tally.messages()).isPositive();
        assertThat(tally.rate()).isPositive();
      }
    }
  }

  @Test
  void bare_takesPutsOfClientsOfCamellia() throws IOException {
    try (BareChild bare = BareChild.start(1)) {
      Tally tally = new Tally();
      new PutLoad(bare.target().in(Dialect.CAMELLIA), "t", 4, 10, 150, When.SOON).turn(0.5, tally);
      assertThat(tally.messages()).isPositive();
    }
  }

  @Test
  void bare_handsOutAsManyAsAreAskedFor() throws IOException {
    try (BareChild bare = BareChild.start(1)) {
      Tally tally = new Tally();
      CycleLoad.ofBare(bare.target(), OPTIONS).turn(0.5, tally);
      assertThat(tally.messages()).isPositive().matches(messages -> messages % 3 == 0);
    }
  }

  @Test
  void puts_endAfterAsManyAsWanted() throws IOException {
    try (BareChild bare = BareChild.start(1)) {
      Tally tally = new Tally();
      new PutLoad(bare.target(), "t", 3, 10, 150, When.NOW).run(Long.MAX_VALUE, 200, tally);
      assertThat(tally.messages()).isEqualTo(200);
    }
  }

  @Test
  void anAnswerThatIsNoSuccess_endsTheRun() throws IOException {
    try (BareChild bare = BareChild.start(1);
        Generator generator = new Generator(bare.target().address(), new HttpFraming())) {
      Line line = generator.open((again, answer) -> answer.require(200));
      line.send(new Post(bare.target(), "/nowhere").with(new byte[0]));
      assertThatIllegalStateException()
          .isThrownBy(generator::runOut)
          .withMessageContaining("the server answered 404");
    }
  }

  @Test
  void engineChild_claimsAndAcks() throws IOException {
    try (EngineChild engine = EngineChild.start(OPTIONS)) {
      Tally tally = new Tally();
      engine.turn(0.5, tally);
      engine.turn(0.5, tally);
      assertThat(tally.rate()).isPositive();
    }
  }
}
