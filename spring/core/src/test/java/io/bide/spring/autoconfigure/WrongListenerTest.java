package io.bide.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.spring.Acknowledgement;
import io.bide.spring.Attempt;
import io.bide.spring.Attribute;
import io.bide.spring.BideListener;
import io.bide.worker.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unused") // Parameters are what these methods are about.
class WrongListenerTest {
  static class TwoPayloads {
    @BideListener(topic = "t")
    void on(String one, String two) {}
  }

  static class WrongAttempt {
    @BideListener(topic = "t")
    void on(@Attempt String attempt) {}
  }

  static class WrongAttribute {
    @BideListener(topic = "t")
    void on(@Attribute("a") int number) {}
  }

  static class WrongAttributes {
    @BideListener(topic = "t")
    void on(@Attribute Map<String, Integer> all) {}
  }

  static class RawList {
    @BideListener(topic = "t")
    @SuppressWarnings("rawtypes")
    void on(List all) {}
  }

  static class AttemptOfABatch {
    @BideListener(topic = "t")
    void on(List<String> all, @Attempt int attempt) {}
  }

  static class ItemsWithoutAList {
    @BideListener(topic = "t", items = true)
    void on(String item) {}
  }

  static class ItemsWithoutAParameter {
    @BideListener(topic = "t", items = true)
    void on() {}
  }

  static class WrongReturn {
    @BideListener(topic = "t")
    String on() {
      return "";
    }
  }

  static class DecidesTwice {
    @BideListener(topic = "t")
    Outcome on(Acknowledgement acknowledgement) {
      return Outcome.done();
    }
  }

  static class WithoutJson {
    @BideListener(topic = "t")
    void on(Map<String, String> json) {}
  }

  static class WrongConcurrency {
    @BideListener(topic = "t", concurrency = "many")
    void on() {}
  }

  static class WrongLease {
    @BideListener(topic = "t", lease = "-1s")
    void on() {}
  }

  static class UnknownPlaceholder {
    @BideListener(topic = "${nobody.knows}")
    void on() {}
  }

  static class SameTopic {
    @BideListener(topic = "t")
    void one() {}

    @BideListener(topic = "t")
    void two() {}
  }

  private static void refuses(Class<?> listener, String... words) {
    StandingTime.runner().withBean(listener).run(context -> {
      assertThat(context).hasFailed();
      assertThat(context.getStartupFailure()).hasMessageContainingAll(words);
      assertThat(context.getStartupFailure()).hasMessageContaining(listener.getName());
    });
  }

  @Test
  void start_twoPayloads_isRefused() {
    refuses(TwoPayloads.class, "on", "two parameters", "keep one");
  }

  @Test
  void start_annotationsAtTheWrongType_areRefused() {
    refuses(WrongAttempt.class, "@Attempt", "int");
    refuses(WrongAttribute.class, "@Attribute(\"a\")", "String");
    refuses(WrongAttributes.class, "@Attribute without a name", "Map<String, String>");
  }

  @Test
  void start_listsThatCannotBeFilled_areRefused() {
    refuses(RawList.class, "List<…>");
    refuses(AttemptOfABatch.class, "List<Message>");
    refuses(ItemsWithoutAList.class, "items", "List<…>");
    refuses(ItemsWithoutAParameter.class, "items", "List<…>");
  }

  @Test
  void start_returnThatMeansNothing_isRefused() {
    refuses(WrongReturn.class, "java.lang.String", "Outcome");
    refuses(DecidesTwice.class, "Acknowledgement", "keep one");
  }

  @Test
  void start_textsThatCannotBeRead_areRefused() {
    refuses(WrongConcurrency.class, "concurrency", "many");
    refuses(WrongLease.class, "lease");
    refuses(UnknownPlaceholder.class, "nobody.knows");
  }

  @Test
  void start_twoListenersOfATopic_areRefused() {
    refuses(SameTopic.class, "two listeners", "one", "two");
  }

  @Test
  void start_jsonWithoutJackson_isRefused() {
    StandingTime.runner()
        .withBean(WithoutJson.class)
        .run(context ->
            assertThat(context.getStartupFailure()).hasMessageContainingAll("JSON", "JsonMapping"));
  }

  @Test
  void start_listenersWithoutAQueue_areRefused() {
    StandingTime.bare()
        .withPropertyValues("bide.mode=none")
        .withBean(WrongReturnCorrected.class)
        .run(context -> assertThat(context.getStartupFailure())
            .hasMessageContainingAll("no queue", "bide.mode"));
  }

  static class WrongReturnCorrected {
    @BideListener(topic = "t")
    void on() {}
  }
}
