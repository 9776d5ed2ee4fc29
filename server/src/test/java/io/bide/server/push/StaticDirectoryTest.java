package io.bide.server.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.ServiceDirectory.Instance;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticDirectoryTest {
  @Test
  void instances_areReadWithTheirTypes() {
    StaticDirectory directory = StaticDirectory.parse(List.of(
        "mailer=http://10.0.0.1:8080#digest|reminder",
        "mailer=https://10.0.0.2",
        "shop=http://s:1"));

    List<Instance> mailers = directory.instances("mailer").join();
    assertThat(mailers).hasSize(2);
    assertThat(mailers.get(0).address()).hasToString("http://10.0.0.1:8080");
    assertThat(mailers.get(0).types()).containsExactlyInAnyOrder("digest", "reminder");
    assertThat(mailers.get(1).types()).isEmpty();
    assertThat(directory.instances("none").join()).isEmpty();
    assertThat(directory.all().join()).containsOnlyKeys("mailer", "shop");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mailer", "=http://h", "mailer=h:80", "mailer=ftp://h", "mailer=http://", "#a"})
  void whatIsNoInstance_isNamed(String entry) {
    assertThatThrownBy(() -> StaticDirectory.parse(List.of(entry)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + entry + "\" is no instance");
  }

  @Test
  void several_areOne() {
    Directories both = new Directories(
        StaticDirectory.parse(List.of("a=http://h:1", "b=http://h:2")),
        StaticDirectory.parse(List.of("b=http://h:3", "c=http://h:4")));

    assertThat(both.instances("b").join()).hasSize(2);
    assertThat(both.all().join()).containsOnlyKeys("a", "b", "c");
    assertThat(both.all().join().get("b")).hasSize(2);
  }
}
